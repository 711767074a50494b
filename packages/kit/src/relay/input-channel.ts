import { startTimer } from '@caisson/core/driver'
import { randomId } from '../util/random-id.js'
import type { LineStream } from './detachable-driver.js'
import type { DetachedMachine } from './detached-machine.js'
import { inputChannelScript, inputLine, type InputRequest } from './scripts/input-script.js'
import { settlesWithin } from './settles-within.js'

/** A channel that is not used for so long is closed. */
const longestIdleMs = 30_000
/** A step may have to wait for another writer's turn, or for a command that is just beginning. */
const longestAnswerMs = 20_000

/** One step of a command's input. */
export type InputStep = Pick<InputRequest, 'kind' | 'step'> & { readonly data: Uint8Array | undefined }

/** A script in the machine that takes steps of a command's input as they come, over one stream: a step costs no request. */
export class InputChannel {
  readonly #mark: string
  #stream: LineStream | undefined
  #isOpen = true
  #step = 0
  #answer: (text: string | undefined) => void = () => undefined
  #idle = startTimer(Infinity, () => undefined)

  private constructor(mark: string) {
    this.#mark = mark
  }

  /** Opens one for the steps of one writer. Throws what the vendor throws. */
  static async open<Handle>(machine: DetachedMachine<Handle>, id: string, writer: string): Promise<InputChannel> {
    const mark = randomId()
    const channel = new InputChannel(mark)
    const stream = await machine.openInput(
      (forgotten) => inputChannelScript({ id, mark, writer, forgotten }),
      (line) => channel.#take(line),
    )
    channel.#stream = stream
    const close = (): void => channel.close()
    stream.ended.then(close, close)
    channel.#rest()
    return channel
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** What the machine says of a step; `undefined` when it says nothing, and whether the step was taken is not known. One at a time. */
  async take(step: InputStep): Promise<string | undefined> {
    if (!this.#isOpen) return undefined
    this.#idle.cancel()
    this.#step = step.step
    const answer = new Promise<string | undefined>((resolve) => {
      this.#answer = resolve
    })
    void this.#send(step)
    if (await settlesWithin(answer, longestAnswerMs)) this.#rest()
    else this.close()
    return answer
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#idle.cancel()
    this.#answer(undefined)
    this.#stream?.close()
  }

  async #send(step: InputStep): Promise<void> {
    try {
      await this.#stream?.write?.(Buffer.from(inputLine(step, step.data)))
    } catch {
      // The step is sent again by another way, which tells what is wrong, if it is still.
      this.close()
    }
  }

  #take(line: string): void {
    const [mark, step, answer] = line.split(' ')
    if (mark === `i${this.#mark}` && Number(step) === this.#step) this.#answer(answer)
  }

  /** An open stream keeps the host alive, so it does not stay for long. */
  #rest(): void {
    if (this.#isOpen) this.#idle = startTimer(longestIdleMs, () => this.close(), { background: true })
  }
}
