import type { CommandPlace } from './command-place.js'
import { listProcesses } from '../../../daemon/processes/process-tree.js'
import { sendSignal } from '../../../daemon/processes/send-signal.js'
import type { CommandEnd, CommandRequest, OutputName } from './command-request.js'
import { type StartedShell, startShell } from './start-shell.js'

/** Who is told what a command does. */
export interface CommandListener {
  readonly onOutput: (name: OutputName, bytes: Buffer) => void
  /** Comes once, after all output. */
  readonly onEnd: (end: CommandEnd) => void
}

/** After the end of the shell, what stands in its pipes is read until they are quiet. */
const quietMs = 10
const longestDrainMs = 200
/** The most that a pipe holds; whatever more comes is of programs that were left behind. */
const largestDrainBytes = 2 * 1024 * 1024

/** A command that runs in a shell. */
export class RunningCommand {
  readonly #shell: StartedShell
  readonly #listener: CommandListener
  readonly #onGone: () => void
  #exit: CommandEnd | undefined
  #hasEnded = false
  #openOutputs = 0
  #readBytes = 0
  #drainedFrom = 0

  private constructor(shell: StartedShell, listener: CommandListener, onGone: () => void) {
    this.#shell = shell
    this.#listener = listener
    this.#onGone = onGone
    this.#listen()
  }

  /** Throws a `StartFailure` for a command that does not come to run. */
  static async start(
    place: CommandPlace,
    request: CommandRequest,
    options: { readonly hasInput: boolean; readonly listener: CommandListener },
  ): Promise<RunningCommand> {
    const shell = await startShell(place, request, options.hasInput)
    const command: RunningCommand = new RunningCommand(shell, options.listener, () => place.commands.delete(command))
    place.commands.add(command)
    return command
  }

  /** Gives bytes to the command's input; dropped where it has none or reads no more. Tells how many bytes wait. */
  write(bytes: Uint8Array): number {
    const { input } = this.#shell
    if (input === undefined || !input.writable) return 0
    input.write(bytes)
    return input.writableLength
  }

  /** Settles when no input waits any more, or when nobody will read it. */
  async inputTaken(): Promise<void> {
    const { input } = this.#shell
    if (input === undefined || input.closed || !input.writableNeedDrain) return
    await new Promise<void>((resolve) => input.once('drain', resolve).once('close', resolve))
  }

  closeInput(): void {
    this.#shell.input?.end()
  }

  /** Signals the process group; after the end of the shell, what is left of it. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#shell
    if (this.#exit === undefined) sendSignal(-pid, signal)
    else if (this.#hasRest(pid)) sendSignal(-pid, signal)
  }

  /** Stops reading its output, so that it has to wait with more. */
  hold(isHeld: boolean): void {
    if (this.#exit !== undefined) return
    for (const stream of Object.values(this.#shell.outputs)) {
      if (isHeld) stream.pause()
      else stream.resume()
    }
  }

  /** Ends it and what belongs to it, and tells nobody. */
  destroy(): void {
    this.#hasEnded = true
    this.signal('SIGKILL')
    for (const stream of Object.values(this.#shell.outputs)) stream.destroy()
    this.#shell.input?.destroy()
    this.#onGone()
  }

  /** The number belongs to the group as long as it has members; without any it may be another's by now. */
  #hasRest(group: number): boolean {
    const rows = listProcesses()
    return rows.some((row) => row.group === group) && !rows.some((row) => row.pid === group)
  }

  #listen(): void {
    const { child, input, outputs } = this.#shell
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = outputs[name]
      this.#openOutputs += 1
      stream.on('data', (bytes: Buffer) => this.#onData(name, bytes))
      stream.on('error', () => stream.destroy())
      stream.on('close', () => {
        this.#openOutputs -= 1
        if (this.#openOutputs === 0 && this.#exit !== undefined) this.#end(this.#exit)
      })
    }
    // A program need not read what it is given.
    input?.on('error', () => input.destroy())
    child.on('exit', (code, signal) => {
      this.hold(false)
      const exit = signal === null ? { exitCode: code ?? -1 } : { exitCode: -1, signal }
      this.#exit = exit
      this.#drainedFrom = this.#readBytes
      input?.destroy()
      if (this.#openOutputs === 0) this.#end(exit)
      else this.#endWhenQuiet(exit)
    })
  }

  #onData(name: OutputName, bytes: Buffer): void {
    this.#readBytes += bytes.length
    // Nobody is told what programs that were left behind write, but they must not be stopped by it.
    if (this.#hasEnded) return
    if (this.#exit !== undefined && this.#readBytes - this.#drainedFrom > largestDrainBytes) this.#end(this.#exit)
    else this.#listener.onOutput(name, bytes)
  }

  #endWhenQuiet(exit: CommandEnd): void {
    const startedMs = performance.now()
    const look = (): void => {
      const seen = this.#readBytes
      setTimeout(() => {
        // Even a timer that is late is only followed by this after the pipes were looked at.
        setImmediate(() => {
          if (this.#readBytes === seen || performance.now() - startedMs > longestDrainMs) this.#end(exit)
          else look()
        })
      }, quietMs)
    }
    look()
  }

  #end(exit: CommandEnd): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onGone()
    this.#listener.onEnd(exit)
  }
}
