import { endOfTurn } from '../util/turn.js'

/** Most bytes that are put together; a longer reply goes alone. */
const largestBatchBytes = 1024 * 1024

/**
 * Puts replies together, since each write costs a request: those that are ready in the same turn, and those that become
 * ready while a write is on its way, go in one. Their order stays.
 */
export class ReplyBatch {
  readonly #write: (text: string) => Promise<void>
  #waiting: string[] = []
  #writing: Promise<void> | undefined

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write
  }

  /** Resolves when the text was taken over. Rejects when it, or one before it, was not. */
  async send(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#writing ??= this.#writeAll()
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    try {
      await endOfTurn()
      while (this.#waiting.length > 0) await this.#write(this.#take())
    } finally {
      this.#waiting = []
      this.#writing = undefined
    }
  }

  #take(): string {
    let bytes = 0
    const limit = this.#waiting.findIndex((text, index) => {
      bytes += Buffer.byteLength(text)
      return index > 0 && bytes > largestBatchBytes
    })
    return this.#waiting.splice(0, limit === -1 ? this.#waiting.length : limit).join('')
  }
}
