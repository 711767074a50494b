import { spawn, type ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type {
  CommandResult,
  ProcessChannel,
  ProcessHandle,
  SandboxProcessManager,
  SpawnProcessOptions,
  WorkspaceSandbox,
} from '@caisson/core'

/** A sandbox of nothing but `processes.spawn` over real child processes, as a foreign provider might write it. */
export interface ProcessSandbox extends WorkspaceSandbox {
  readonly supports: { readonly channel: boolean }
  readonly started: ChildProcess[]
  readonly released: string[]
  /** Command lines of all processes. */
  readonly commands: string[]
}

interface ProcessSandboxOptions {
  channel: boolean
  env?: Record<string, string>
  /** Milliseconds that `spawn` takes to begin, as a machine that has to be started would. */
  spawnDelayMs?: number
}

export function createProcessSandbox({ channel, env, spawnDelayMs = 0 }: ProcessSandboxOptions): ProcessSandbox {
  const started: ChildProcess[] = []
  const released: string[] = []
  const commands: string[] = []
  const start = async (command: string, options: SpawnProcessOptions = {}): Promise<ProcessHandle> => {
    if (spawnDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, spawnDelayMs))
    if (options.channel === true && !channel) throw new TypeError('no channel')
    commands.push(command)
    const child = spawn('/bin/sh', ['-c', command], {
      detached: true,
      cwd: options.cwd,
      env: { ...process.env, ...env, ...options.env },
      stdio: [options.stdinMode ?? 'pipe', 'pipe', 'pipe', ...(options.channel === true ? (['pipe'] as const) : [])],
    })
    started.push(child)
    return createHandle(child, options)
  }
  return {
    id: 'process-sandbox',
    name: 'ProcessSandbox',
    provider: 'test',
    status: 'running',
    snapshot: async () => undefined,
    supports: { channel },
    started,
    released,
    commands,
    processes: { spawn: start, release: (pid: string) => released.push(pid) } as unknown as SandboxProcessManager,
  }
}

function createHandle(child: ChildProcess, options: SpawnProcessOptions): ProcessHandle {
  const kill = async (): Promise<boolean> => {
    if (child.exitCode !== null || child.signalCode !== null) return false
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await gone
    return true
  }
  options.abortSignal?.addEventListener('abort', () => void kill())
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void options.onStdout?.(text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void options.onStderr?.(text))
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<CommandResult>((resolve) => {
    child.on('close', (code, signal) => {
      const exitCode = code ?? 137
      resolve({ success: code === 0, exitCode, stdout: '', stderr: '', executionTimeMs: 0, ...(signal && { signal }) })
    })
  })
  const stream = options.channel === true ? (child.stdio[3] as Duplex) : undefined
  const handle = {
    pid: String(child.pid),
    wait: async () => ended,
    kill,
    sendStdin: async (data: string | Uint8Array) => write(child.stdin, data),
    ...(stream && { channel: createChannel(stream) }),
  }
  return handle as unknown as ProcessHandle
}

function createChannel(stream: Duplex): ProcessChannel {
  stream.on('error', () => undefined)
  return {
    send: async (data) => write(stream, data),
    onData: (listener) => void stream.on('data', listener),
    close: () => stream.destroy(),
  }
}

async function write(stream: NodeJS.WritableStream | null, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream?.write(data, (error) => (error ? reject(error) : resolve()))
  })
}
