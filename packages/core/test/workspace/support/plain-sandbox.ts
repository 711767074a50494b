import type { CommandResult, ExecuteCommandOptions, WorkspaceSandbox } from '../../../src/contract/index.js'

/** One call of `executeCommand`. */
export interface RecordedCommand {
  command: string
  args: string[] | undefined
  options: ExecuteCommandOptions | undefined
}

/** Members to set; `undefined` takes one away. */
export type SandboxMembers = { [Name in keyof WorkspaceSandbox]?: WorkspaceSandbox[Name] | undefined }

/** The least object that is a sandbox. It records what it is asked to run, and runs nothing. */
export interface PlainSandbox extends WorkspaceSandbox {
  readonly commands: RecordedCommand[]
  executeCommand(command: string, args?: string[], options?: ExecuteCommandOptions): Promise<CommandResult>
}

export function createPlainSandbox(overrides: SandboxMembers = {}): PlainSandbox {
  const commands: RecordedCommand[] = []
  return {
    id: 'plain',
    name: 'PlainSandbox',
    provider: 'plain',
    status: 'pending',
    snapshot: async () => undefined,
    executeCommand: async (command, args, options) => {
      commands.push({ command, args, options })
      return { success: true, exitCode: 0, stdout: `${commands.length}`, stderr: '', executionTimeMs: 1 }
    },
    ...overrides,
    commands,
  } as PlainSandbox
}
