import { readFileSync } from 'node:fs'
import { createCodeMode, LocalSandbox } from '@caisson/core'
import { openCaissonDaytona } from './caisson-daytona.ts'
import { readProgramResult } from './read-program-result.ts'
import type { Execute, Subject } from './subject.ts'

const manifestFile = new URL('../../../../packages/core/package.json', import.meta.url)

/** Caisson as its users get it: the built package. */
export async function createSubject(directory: string): Promise<Subject> {
  const sandbox = new LocalSandbox({ workingDirectory: directory, timeout: 0 })
  await sandbox.start()
  const isolated = await openIsolated(directory)
  const { version } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }
  return {
    name: 'ours',
    version,
    module: import.meta.url,
    entries: { main: '@caisson/core', workspace: '@caisson/core/workspace', tools: '@caisson/core/tools' },
    importedFrom: import.meta.dirname,
    execute: (command) => sandbox.executeCommand(command),
    async stream(command, onStdout) {
      const handle = await sandbox.processes.spawn(command, { stdinMode: 'ignore', onStdout })
      await handle.wait()
      sandbox.processes.release(handle.pid)
    },
    executeIsolated: isolated?.execute,
    async runProgram({ program, tools }) {
      const toolInputs = Object.entries(tools).map(([id, execute]) => [id, { id, execute }])
      const { tool } = createCodeMode({ tools: Object.fromEntries(toolInputs), sandbox, timeout: 0 })
      return readProgramResult(await tool.execute({ code: program }))
    },
    openDaytona: openCaissonDaytona,
    async close() {
      await sandbox.destroy()
      await isolated?.close()
    },
  }
}

async function openIsolated(
  workingDirectory: string,
): Promise<{ execute: Execute; close: () => Promise<void> } | undefined> {
  if (LocalSandbox.detectIsolation().backend !== 'bwrap' || !LocalSandbox.detectIsolation().available) return undefined
  const sandbox = new LocalSandbox({ workingDirectory, isolation: 'bwrap', timeout: 0 })
  await sandbox.start()
  return { execute: (command) => sandbox.executeCommand(command), close: () => sandbox.destroy() }
}
