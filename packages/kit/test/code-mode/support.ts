import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createCodeMode,
  LocalSandbox,
  type CodeModeConfig,
  type CodeModeToolResult,
  type CodeModeTools,
  type CodeModeTransport,
  type LocalSandboxOptions,
  type ProcessHandle,
  type SpawnProcessOptions,
  type WorkspaceSandbox,
} from '@caisson/core'
import { onTestFinished } from 'vitest'

/** A local sandbox in a new directory, both gone when the test has finished. */
export async function createLocalSandbox(options: LocalSandboxOptions = {}): Promise<LocalSandbox> {
  const workingDirectory = await mkdtemp(path.join(tmpdir(), 'remote-code-mode-'))
  const sandbox = new LocalSandbox({ workingDirectory, ...options })
  onTestFinished(async () => {
    await sandbox.destroy()
    await rm(workingDirectory, { recursive: true, force: true })
  })
  return sandbox
}

/** What a sandbox of another library has: processes that can be started, read, written to and killed. */
export type ForeignSpawn = (
  command: string,
  options: SpawnProcessOptions,
) => Promise<Pick<ProcessHandle, 'pid' | 'exitCode' | 'wait' | 'kill' | 'sendStdin'>>

/** An object of the shape of a sandbox, with no more than that. */
export function foreignSandbox(spawn: ForeignSpawn, members: Partial<WorkspaceSandbox> = {}): WorkspaceSandbox {
  const processes = { spawn } as Partial<WorkspaceSandbox['processes']> as NonNullable<WorkspaceSandbox['processes']>
  return {
    id: 'foreign',
    name: 'Foreign',
    provider: 'foreign',
    status: 'running',
    snapshot: async () => undefined,
    processes,
    ...members,
  }
}

/** A handle with the members that all libraries have. */
export function bareHandle(handle: ProcessHandle): Awaited<ReturnType<ForeignSpawn>> {
  return {
    pid: handle.pid,
    get exitCode() {
      return handle.exitCode
    },
    wait: async () => handle.wait(),
    kill: async () => handle.kill(),
    sendStdin: async (data) => handle.sendStdin(data),
  }
}

/** Runs a program. */
export async function run(
  transport: CodeModeTransport,
  sandbox: WorkspaceSandbox,
  code: string,
  config: Partial<CodeModeConfig> & { tools?: CodeModeTools; abortSignal?: AbortSignal } = {},
): Promise<CodeModeToolResult> {
  const { abortSignal, ...others } = config
  const { tool } = createCodeMode({ tools: {}, sandbox, ...others }, transport)
  return (await tool.execute({ code }, { abortSignal })) as CodeModeToolResult
}
