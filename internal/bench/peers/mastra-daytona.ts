import { readFileSync } from 'node:fs'
import type { DaytonaLibrary, DaytonaSubject } from '../src/subjects/daytona-library.ts'

type Connection = Parameters<DaytonaLibrary['make']>[0]
type Ended = Awaited<ReturnType<DaytonaSubject['execute']>>

/** What is used of a sandbox of `@mastra/daytona`. */
interface DaytonaSandbox {
  _start(): Promise<unknown>
  _destroy(): Promise<unknown>
  executeCommand(command: string, args?: string[], options?: object): Promise<Ended>
  readonly processes: {
    spawn(command: string): Promise<{ sendStdin(text: string): Promise<unknown>; wait(): Promise<Ended> }>
  }
}

interface DaytonaModule {
  readonly DaytonaSandbox: new (options: Connection & { id: string }) => DaytonaSandbox
}

// Not a literal, since type checks must pass where the package is not installed.
const name: string = '@mastra/daytona'

/** The reference library's provider for Daytona, through its public interface. */
export async function openMastraDaytona(): Promise<DaytonaLibrary> {
  const { DaytonaSandbox } = (await import(name)) as DaytonaModule
  const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return {
    name,
    version,
    make: (connection, id) => {
      const sandbox = new DaytonaSandbox({ ...connection, id })
      return {
        start: () => sandbox._start(),
        destroy: () => sandbox._destroy(),
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
