import { createRequire } from 'node:module'
import { readProgramResult } from '../src/subjects/read-program-result.ts'
import type { Subject } from '../src/subjects/subject.ts'
import { openMastraDaytona } from './mastra-daytona.ts'

/** What is used of a local sandbox of `@mastra/core`. */
interface LocalSandbox {
  start(): Promise<unknown>
  destroy(): Promise<unknown>
  executeCommand(command: string, args?: string[]): Promise<{ exitCode: number; stdout: string }>
  readonly processes: {
    spawn(
      command: string,
      options: { onStdout?: ((text: string) => void) | undefined },
    ): Promise<{ wait(): Promise<unknown> }>
  }
}

interface WorkspaceModule {
  readonly LocalSandbox: {
    new (options: { workingDirectory: string; isolation?: 'bwrap'; timeout: number }): LocalSandbox
    detectIsolation(): { backend: string; available: boolean }
  }
}

interface ToolsModule {
  readonly StdioCodeModeTransport: new () => {
    run(options: {
      sandbox: LocalSandbox
      program: string
      toolIds: string[]
      dispatch: (tool: string, input: unknown) => Promise<unknown>
      timeout: number
    }): Promise<object>
  }
}

const name = '@mastra/core'
// Not literals, since type checks must pass where the package is not installed.
const entries: NonNullable<Subject['entries']> = { main: name, workspace: `${name}/workspace`, tools: `${name}/tools` }
const longTimeoutMs = 600_000

/** The reference library, through its public interface. */
export async function createSubject(directory: string): Promise<Subject> {
  const { LocalSandbox } = (await import(entries.workspace ?? name)) as WorkspaceModule
  const { StdioCodeModeTransport } = (await import(entries.tools ?? name)) as ToolsModule
  const { version } = createRequire(import.meta.url)(`${name}/package.json`) as { version: string }
  const sandbox = new LocalSandbox({ workingDirectory: directory, timeout: longTimeoutMs })
  await sandbox.start()
  const { backend, available } = LocalSandbox.detectIsolation()
  const hasIsolation = backend === 'bwrap' && available
  const isolated = hasIsolation
    ? new LocalSandbox({ workingDirectory: directory, isolation: 'bwrap', timeout: longTimeoutMs })
    : undefined
  await isolated?.start()
  return {
    name,
    version,
    module: import.meta.url,
    entries,
    importedFrom: import.meta.dirname,
    execute: (command) => sandbox.executeCommand(command),
    async stream(command, onStdout) {
      await (await sandbox.processes.spawn(command, { onStdout })).wait()
    },
    executeIsolated: isolated && ((command) => isolated.executeCommand(command)),
    async runProgram({ program, tools }) {
      const dispatch = async (tool: string, input: unknown): Promise<unknown> => tools[tool]?.(input)
      const toolIds = Object.keys(tools)
      const transport = new StdioCodeModeTransport()
      return readProgramResult(await transport.run({ sandbox, program, toolIds, dispatch, timeout: longTimeoutMs }))
    },
    openDaytona: openMastraDaytona,
    async close() {
      await sandbox.destroy()
      await isolated?.destroy()
    },
  }
}
