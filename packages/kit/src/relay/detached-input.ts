import { SandboxStateError, sandboxErrorCodes } from '@caisson/core/workspace'
import { delay, type ShellCommand } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { DetachedMachine } from './detached-machine.js'
import { InputChannel, type InputStep } from './input-channel.js'
import { inputLostError, processLostError } from './relay-error.js'
import type { RelayInput } from './relay-process.js'
import { inputScript } from './scripts/input-script.js'

/** One request brings so much. */
const mostBytes = 512 * 1024
/** More than this comes faster by a request: shells read lines byte by byte. */
const mostLineBytes = 32 * 1024
/** After so many channels that failed, the rest goes by requests. */
const mostLostChannels = 2

/** What the machine says of a step that it did not take. */
const refusals: Readonly<Record<string, (pid: string) => Error>> = {
  closed: (pid) => new SandboxStateError(`Process ${pid} has closed its stdin`, { pid }),
  over: (pid) => new SandboxStateError(`Process ${pid} has already exited`, { pid }),
  none: (pid) => processLostError(`Process ${pid} takes no input any more`, { pid }),
  space: (pid) => inputLostError(pid),
}

/**
 * Input by files in the command's directory. Each step has a number, so that one whose answer was lost can be sent again
 * and is taken once. Where the vendor's streams take input, small steps go over one stream that stays open; whatever is not
 * answered there is sent by a request.
 */
export class DetachedInput<Handle> implements RelayInput {
  readonly #machine: DetachedMachine<Handle>
  readonly #id: string
  readonly #writer = randomId()
  #step = 0
  /** The machine takes no step that is older than one it has taken, so they go one after the other. */
  #tail: Promise<unknown> = Promise.resolve()
  #channel: InputChannel | undefined
  #lostChannels = 0
  #isReleased = false

  constructor(machine: DetachedMachine<Handle>, id: string) {
    this.#machine = machine
    this.#id = id
  }

  async write(data: Uint8Array): Promise<void> {
    const pieceBytes = Math.min(mostBytes, this.#machine.needs.maxInputBytes ?? mostBytes)
    for (let at = 0; at < data.length; at += pieceBytes) {
      const answer = await this.#take('write', data.subarray(at, at + pieceBytes))
      const refusal = answer === 'done' ? undefined : refusals[answer]
      if (refusal) throw refusal(this.#id)
    }
  }

  /** What has ended, or is closed already, is as it should be. */
  async close(): Promise<void> {
    await this.#take('close', undefined)
    this.release()
  }

  release(): void {
    this.#isReleased = true
    this.#channel?.close()
  }

  async #take(kind: InputStep['kind'], data: Uint8Array | undefined): Promise<string> {
    this.#step += 1
    const step: InputStep = { kind, step: this.#step, data }
    const turn = this.#tail.then(async () => (await this.#takeByChannel(step)) ?? this.#takeByRequest(step))
    this.#tail = turn.catch(() => undefined)
    return turn
  }

  /** `undefined` when there is no channel, or none any more. */
  async #takeByChannel(step: InputStep): Promise<string | undefined> {
    try {
      const answer = await (await this.#channelFor(step))?.take(step)
      if (answer === undefined && this.#channel) this.#lostChannels += 1
      return answer
    } catch {
      // Nothing was taken, or it is taken once all the same: the request tells what is wrong, if it is still.
      this.#lostChannels += 1
      return undefined
    }
  }

  /** One that is open, or is worth to be opened. */
  async #channelFor({ kind, data }: InputStep): Promise<InputChannel | undefined> {
    const isSmall = (data?.length ?? 0) <= mostLineBytes
    if (!isSmall || this.#isReleased || this.#lostChannels >= mostLostChannels) return undefined
    if (this.#channel?.isOpen) return this.#channel
    const isWorthIt = kind === 'write' && this.#machine.linesTake.input === true && !this.#machine.isEnding
    this.#channel = isWorthIt ? await InputChannel.open(this.#machine, this.#id, this.#writer) : undefined
    if (this.#isReleased) this.#channel?.close()
    return this.#channel
  }

  async #takeByRequest(step: InputStep): Promise<string> {
    for (const waitMs of this.#machine.lookAgainAfterMs) {
      try {
        return await this.#send(step)
      } catch (error) {
        if (this.#machine.isEnding || !this.#mayPass(error)) throw error
      }
      await delay(waitMs)
    }
    return this.#send(step)
  }

  async #send({ kind, step, data }: InputStep): Promise<string> {
    const mark = randomId()
    const request = { id: this.#id, kind, mark, writer: this.#writer, step }
    const script = (forgotten: readonly string[]): ShellCommand => inputScript({ ...request, forgotten })
    const answer = await this.#machine.ask(script, mark, { stdin: data })
    if (answer !== undefined) return answer
    throw processLostError(`The script that writes to process ${this.#id} gave no answer`, { pid: this.#id })
  }

  #mayPass(error: unknown): boolean {
    const { code, retry } = this.#machine.classifyError(error)
    return code !== 'GONE' && (retry ?? sandboxErrorCodes[code].retry) !== 'never'
  }
}
