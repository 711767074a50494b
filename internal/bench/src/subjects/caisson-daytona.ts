import { readFileSync } from 'node:fs'
import type { DaytonaLibrary } from './daytona-library.ts'

const manifestFile = new URL('../../../../workspaces/daytona/package.json', import.meta.url)

/** Our provider for Daytona as its users get it: the built package. */
export async function openCaissonDaytona(): Promise<DaytonaLibrary> {
  const { DaytonaSandbox } = await import('@caisson/daytona')
  const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }
  return {
    name: 'ours',
    version,
    make: (connection, id) => {
      const sandbox = new DaytonaSandbox({ ...connection, id })
      return {
        start: () => sandbox.start(),
        destroy: () => sandbox.destroy(),
        execute: (command, options) => sandbox.executeCommand(command, [], options),
        answer: async (command, input) => {
          const handle = await sandbox.processes.spawn(command)
          await handle.sendStdin(input)
          return handle.wait()
        },
      }
    },
  }
}
