import type { CommandPlace } from '../system/command-place.js'
import type { CommandEnd, CommandRequest, OutputName } from '../system/command-request.js'
import { RunningCommand } from '../system/running-command.js'
import { StartFailure } from '../system/start-shell.js'
import { OutputLog } from './output-log.js'

/** What sends a session's output to a client. */
export interface SessionReader {
  /** More has come, or the end. */
  wake(): void
  /** How much of the output it has not sent yet is too much. */
  readonly isBehind: boolean
  /** Another one takes its place. */
  replace(): void
}

/** A command with its output, which goes on whether somebody reads or not. */
export class ExecSession {
  /** `undefined` for one that nobody can join again. */
  readonly name: string | undefined
  readonly log: OutputLog = new OutputLog()
  /** Up to where the output has come to its reader. */
  lastRead = 0
  readonly #onEnd: () => void
  #command: RunningCommand | undefined
  #end: CommandEnd | undefined
  #reader: SessionReader | undefined
  /** Nobody reads it, and nobody ever will. */
  #isAbandoned = false

  constructor(name: string | undefined, onEnd: () => void) {
    this.name = name
    this.#onEnd = onEnd
  }

  get end(): CommandEnd | undefined {
    return this.#end
  }

  get reader(): SessionReader | undefined {
    return this.#reader
  }

  async start(place: CommandPlace, request: CommandRequest, hasInput: boolean): Promise<void> {
    const listener = {
      onOutput: (name: OutputName, bytes: Buffer) => this.#append(name, bytes),
      onEnd: (end: CommandEnd) => this.#finish(end),
    }
    try {
      this.#command = await RunningCommand.start(place, request, { hasInput, listener })
      this.updateHold()
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      this.#append('stderr', Buffer.from(`${error.message}\n`))
      this.#finish({ exitCode: error.exitCode })
    }
  }

  attach(reader: SessionReader): void {
    const before = this.#reader
    this.#reader = reader
    before?.replace()
    this.updateHold()
  }

  detach(reader: SessionReader): void {
    if (this.#reader !== reader) return
    this.#reader = undefined
    this.log.rest()
    this.#isAbandoned = this.name === undefined
    this.updateHold()
    this.#closeIfAbandoned()
  }

  /** A command waits for a reader that is slow. Without any it goes on, and what is too old is dropped. */
  updateHold(): void {
    this.#command?.hold(this.#reader?.isBehind ?? false)
  }

  /** Tells how many bytes wait for the command to read them. */
  write(bytes: Uint8Array): number {
    return this.#command?.write(bytes) ?? 0
  }

  async inputTaken(): Promise<void> {
    await this.#command?.inputTaken()
  }

  closeInput(): void {
    this.#command?.closeInput()
  }

  signal(signal: NodeJS.Signals): void {
    this.#command?.signal(signal)
  }

  #append(name: OutputName, bytes: Buffer): void {
    if (this.#isAbandoned) return
    this.log.append(name, bytes)
    this.#reader?.wake()
    this.updateHold()
  }

  #finish(end: CommandEnd): void {
    this.#end = end
    this.#reader?.wake()
    this.#onEnd()
    this.#closeIfAbandoned()
  }

  #closeIfAbandoned(): void {
    if (this.#isAbandoned && this.#end !== undefined) this.log.close()
  }
}
