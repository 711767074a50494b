import { spawn, type ChildProcess } from 'node:child_process'
import { SandboxStateError } from '@caisson/core'
import type { DriverSpawnOptions, OutputSink, ProcessExit, RemoteProcess } from '@caisson/core/driver'
import type { ProviderFaults } from './faults.js'
import { OutputPump } from './output-pump.js'

/** What a test process is made of. */
export interface TestProcessParts {
  readonly command: string
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
  readonly options: DriverSpawnOptions
  readonly output: OutputSink
  readonly faults: ProviderFaults
  readonly hasStdin: boolean
  readonly canCloseStdin: boolean
  readonly waits: boolean
}

/** A command of the test provider: `/bin/sh` in a process group of its own. */
export class TestProcess implements RemoteProcess {
  readonly pid: string
  readonly command: string
  readonly writeStdin?: (data: Uint8Array) => Promise<void>
  readonly closeStdin?: () => Promise<void>
  readonly #child: ChildProcess
  readonly #faults: ProviderFaults
  readonly #ended: Promise<ProcessExit>
  readonly #exited: Promise<ProcessExit>
  #exit: ProcessExit | undefined

  constructor(parts: TestProcessParts) {
    const { command, directory, environment, options, faults } = parts
    const stdin = options.stdin === 'pipe' || faults.keepsStdinOpen ? 'pipe' : 'ignore'
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: directory,
      env: { ...environment },
      stdio: [stdin, 'pipe', 'pipe'],
      detached: true,
    })
    this.#child = child
    this.#faults = faults
    this.pid = String(child.pid)
    this.command = parts.command
    // Failing writes are told by their own callbacks; a child that cannot be spawned by `exit` never coming is told here.
    child.stdin?.on('error', () => undefined)
    this.#exited = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(this.#describe(code, signal)))
    })
    this.#ended = this.#follow(parts)
    if (parts.hasStdin) this.writeStdin = (data) => this.#write(data)
    if (parts.canCloseStdin) this.closeStdin = async () => void (faults.ignoresStdinClose || child.stdin?.end())
  }

  get isRunning(): boolean {
    return this.#exit === undefined
  }

  get exitCode(): number | undefined {
    return this.#exit?.exitCode
  }

  /** Resolves when the process is gone, whatever became of its output. */
  get exited(): Promise<unknown> {
    return this.#exited
  }

  wait(): Promise<ProcessExit> {
    return this.#ended
  }

  async kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<boolean> {
    if (this.#exit) return false
    if (this.#faults.losesKill) return true
    const sent = this.#faults.skipsTerm ? 'SIGKILL' : signal
    const group = this.#faults.killsShellOnly ? Number(this.pid) : -Number(this.pid)
    return signalled(group, sent)
  }

  async #follow(parts: TestProcessParts): Promise<ProcessExit> {
    const { stdout, stderr } = this.#child
    if (!stdout || !stderr) throw new SandboxStateError('The child has no output')
    const { output, faults, waits } = parts
    const out = new OutputPump(stdout, (chunk) => output.stdout(chunk), { faults, waits })
    const toStderr = (chunk: Uint8Array): void | Promise<void> =>
      faults.mergesStreams ? output.stdout(chunk) : output.stderr(chunk)
    const pumps = [out, new OutputPump(stderr, toStderr, { faults, waits })]
    const exit = await this.#exited
    if (!faults.endsEarly) await Promise.all(pumps.map((pump) => pump.finish()))
    this.#exit = exit
    return exit
  }

  #describe(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
    if (this.#faults.inventsExitCode) return { exitCode: code ?? 0 }
    if (signal === null) return { exitCode: code ?? undefined }
    return this.#faults.hidesSignals ? { exitCode: 1 } : { signal }
  }

  async #write(data: Uint8Array): Promise<void> {
    const { stdin } = this.#child
    const why = this.#exit ? 'has already exited' : 'has closed its stdin'
    if (this.#faults.swallowsLateWrites) return void stdin?.write(data)
    if (!stdin || this.#exit) throw new SandboxStateError(`Process ${this.pid} ${why}`)
    await new Promise<void>((resolve, reject) => {
      stdin.write(data, (error) => {
        if (error) reject(new SandboxStateError(`Process ${this.pid} ${why}`, undefined, { cause: error }))
        else resolve()
      })
    })
  }
}

/** Sends a signal; `false` when there is nobody any more. */
export function signalled(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
