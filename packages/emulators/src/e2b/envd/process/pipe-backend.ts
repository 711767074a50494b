import { EnvdError } from '../envd-error.js'
import { systemCode } from '../../../daemon/system-error.js'
import type { StartedChild } from './child-streams.js'
import { startChild } from './child-streams.js'
import type { LaunchPlan } from './launch-plan.js'
import type { PipeSupply } from '../../../daemon/pipes/pipe-supply.js'
import type { BackendListener, ProcessBackend, ProcessSpec } from './process-backend.js'
import { inPieces } from './process-backend.js'
import type { ProcessExit } from './process-output.js'

const largestPieceBytes = 32 * 1024
/** After an exit that is the end, output that is still in the pipes is read until they are quiet. */
const quietMs = 10
const longestDrainMs = 500

/** A process on pipes. */
export class PipeBackend implements ProcessBackend {
  readonly kind = 'pipes'
  readonly #started: StartedChild
  readonly #listener: BackendListener
  #exit: ProcessExit | undefined
  #openOutputs = 0
  #endsOnExit = false
  #hasEnded = false
  #readBytes = 0

  private constructor(started: StartedChild, listener: BackendListener) {
    this.#started = started
    this.#listener = listener
    this.#listen()
  }

  static async start(
    spec: ProcessSpec,
    plan: LaunchPlan,
    options: { readonly hasInput: boolean; readonly pipes: PipeSupply; readonly listener: BackendListener },
  ): Promise<PipeBackend> {
    return new PipeBackend(await startChild(spec, plan, options.hasInput, options.pipes), options.listener)
  }

  get pid(): number {
    return this.#started.pid
  }

  async write(data: Uint8Array): Promise<void> {
    const { input } = this.#started
    const closed = 'error writing to stdin: stdin not enabled or closed'
    if (input === undefined || !input.writable) throw new EnvdError('internal', closed)
    await new Promise<void>((resolve, reject) => {
      input.write(data, (cause) => {
        if (cause === null || cause === undefined) resolve()
        else reject(new EnvdError('internal', closed, { cause }))
      })
    })
  }

  closeInput(): void {
    this.#started.input?.end()
  }

  resize(): void {
    throw new EnvdError('internal', 'error resizing tty: tty not assigned to process')
  }

  signal(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#started.child.kill(signal)
  }

  endOnExit(): void {
    this.#endsOnExit = true
    if (this.#exit !== undefined) this.#endWhenQuiet(this.#exit)
  }

  hold(isHeld: boolean): void {
    for (const stream of Object.values(this.#started.outputs)) {
      if (isHeld) stream.pause()
      else stream.resume()
    }
  }

  destroy(): void {
    try {
      process.kill(-this.pid, 'SIGKILL')
    } catch (error) {
      if (systemCode(error) !== 'ESRCH') throw error
    }
    for (const stream of Object.values(this.#started.outputs)) stream.destroy()
  }

  #listen(): void {
    const { child, input, outputs } = this.#started
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = outputs[name]
      this.#openOutputs += 1
      stream.on('data', (bytes: Buffer) => {
        this.#readBytes += bytes.length
        if (!this.#hasEnded) inPieces(bytes, largestPieceBytes, (piece) => this.#listener.onData(name, piece))
      })
      stream.on('error', () => stream.destroy())
      stream.on('close', () => {
        this.#openOutputs -= 1
        this.#endWhenClosed()
      })
    }
    // Whoever writes next is told that the input is closed.
    input?.on('error', () => input.destroy())
    child.on('exit', (code, signal) => {
      this.#exit = signal === null ? { exitCode: code ?? 0 } : { signal }
      input?.destroy()
      if (this.#endsOnExit) this.#endWhenQuiet(this.#exit)
      else this.#endWhenClosed()
    })
  }

  /** Children that a process leaves behind may go on writing; the end is that of the output. */
  #endWhenClosed(): void {
    if (this.#exit !== undefined && this.#openOutputs === 0) this.#end(this.#exit)
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
    // Nobody reads any more what children that were left behind write, but they must not be stopped by it.
    this.hold(false)
    this.#listener.onEnd(exit)
  }
}
