import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EnvdError } from '../envd-error.js'
import { systemCode } from '../system-error.js'
import type { LaunchPlan } from './launch-plan.js'
import type { BackendListener, ProcessBackend, ProcessSpec } from './process-backend.js'
import { inPieces } from './process-backend.js'
import type { ProcessExit } from './process-output.js'

const largestPieceBytes = 32 * 1024
/** After an exit that is the end, output that is still in the pipes is read until they are quiet. */
const quietMs = 10
const longestDrainMs = 500

function exitOf(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
  return signal === null ? { exitCode: code ?? 0 } : { signal }
}

function cannotStart({ command }: ProcessSpec, cause: unknown): EnvdError {
  return new EnvdError('invalidArgument', `cannot start '${command}' (${systemCode(cause) ?? 'unknown'})`, { cause })
}

/** Some failures are thrown, such as a command line that is too long; others are told by the child. */
function spawnChild(spec: ProcessSpec, { file, args, ...identity }: LaunchPlan, hasInput: boolean): ChildProcess {
  try {
    return spawn(file, args, {
      ...identity,
      cwd: spec.directory,
      env: { ...spec.environment },
      // A session of its own: a command that signals its process group must not reach the daemon.
      detached: true,
      stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
  } catch (cause) {
    throw cannotStart(spec, cause)
  }
}

/** A process on pipes. */
export class PipeBackend implements ProcessBackend {
  readonly kind = 'pipes'
  readonly pid: number
  readonly #child: ChildProcess
  readonly #listener: BackendListener
  #exit: ProcessExit | undefined
  #endsOnExit = false
  #hasEnded = false
  #readBytes = 0

  private constructor(child: ChildProcess, pid: number, listener: BackendListener) {
    this.#child = child
    this.pid = pid
    this.#listener = listener
  }

  static async start(
    spec: ProcessSpec,
    plan: LaunchPlan,
    hasInput: boolean,
    listener: BackendListener,
  ): Promise<PipeBackend> {
    const child = spawnChild(spec, plan, hasInput)
    const { pid } = child
    if (pid === undefined) {
      const [cause] = await once(child, 'error').catch((error: unknown) => [error])
      throw cannotStart(spec, cause)
    }
    const backend = new PipeBackend(child, pid, listener)
    backend.#listen()
    return backend
  }

  async write(data: Uint8Array): Promise<void> {
    const { stdin } = this.#child
    if (stdin === null || !stdin.writable) {
      throw new EnvdError('internal', 'error writing to stdin: stdin not enabled or closed')
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(data, (cause) => {
        if (cause === null || cause === undefined) resolve()
        else reject(new EnvdError('internal', 'error writing to stdin: stdin not enabled or closed', { cause }))
      })
    })
  }

  closeInput(): void {
    this.#child.stdin?.end()
  }

  resize(): void {
    throw new EnvdError('internal', 'error resizing tty: tty not assigned to process')
  }

  signal(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#child.kill(signal)
  }

  endOnExit(): void {
    this.#endsOnExit = true
    if (this.#exit !== undefined) this.#endWhenQuiet(this.#exit)
  }

  hold(isHeld: boolean): void {
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (isHeld) stream?.pause()
      else stream?.resume()
    }
  }

  destroy(): void {
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      if (systemCode(error) !== 'ESRCH') throw error
    }
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  #listen(): void {
    const child = this.#child
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (bytes: Buffer) => {
        this.#readBytes += bytes.length
        if (!this.#hasEnded) inPieces(bytes, largestPieceBytes, (piece) => this.#listener.onData(name, piece))
      })
    }
    // Whoever writes next is told that the input is closed.
    child.stdin?.on('error', () => child.stdin?.destroy())
    child.on('exit', (code, signal) => {
      this.#exit = exitOf(code, signal)
      if (this.#endsOnExit) this.#endWhenQuiet(this.#exit)
    })
    child.on('close', (code, signal) => this.#end(exitOf(code, signal)))
  }

  #endWhenQuiet(exit: ProcessExit): void {
    const startedMs = performance.now()
    const look = (seen: number): void => {
      const isQuiet = this.#readBytes === seen || performance.now() - startedMs > longestDrainMs
      if (isQuiet) this.#end(exit)
      else this.#later(look)
    }
    this.#later(look)
  }

  #later(look: (seen: number) => void): void {
    const seen = this.#readBytes
    setTimeout(() => look(seen), quietMs)
  }

  #end(exit: ProcessExit): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    // Children that were left behind go on writing; nobody reads it any more, but they must not be stopped by it.
    this.hold(false)
    this.#listener.onEnd(exit)
  }
}
