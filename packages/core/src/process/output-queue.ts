import type { OutputChunk } from '../contract/process.js'

/** A reader that is this far behind asks the driver to wait. */
const highWaterBytes = 256 * 1024

/** The output on its way to one reader. Iterating takes from it; leaving the loop gives it up. */
export class OutputQueue implements AsyncIterableIterator<OutputChunk> {
  readonly #streams: readonly OutputChunk['stream'][]
  readonly #onClose: () => void
  #chunks: OutputChunk[] = []
  /** How many of the chunks were handed out; they are cut off all at once. */
  #taken = 0
  #queuedBytes = 0
  #limitBytes = highWaterBytes
  #isEnded = false
  #waiting: (() => void)[] = []
  #drained: PromiseWithResolver | undefined

  constructor(streams: readonly OutputChunk['stream'][], onClose: () => void) {
    this.#streams = streams
    this.#onClose = onClose
  }

  /** Adds a chunk. A returned promise resolves when the reader has caught up. */
  push(chunk: OutputChunk): Promise<void> | undefined {
    if (this.#isEnded || !this.#streams.includes(chunk.stream)) return undefined
    this.#chunks.push(chunk)
    this.#queuedBytes += chunk.data.length
    this.#wake()
    if (this.#queuedBytes <= this.#limitBytes) return undefined
    this.#drained ??= newResolver()
    return this.#drained.promise
  }

  /** Lets the reader be further behind before the driver is asked to wait. */
  relax(limitBytes: number): void {
    this.#limitBytes = Math.max(this.#limitBytes, limitBytes)
    if (this.#queuedBytes <= this.#limitBytes) this.#release()
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
    this.#release()
  }

  async next(): Promise<IteratorResult<OutputChunk, undefined>> {
    while (this.#chunks.length === 0) {
      if (this.#isEnded) return { done: true, value: undefined }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const value = this.#shift()
    if (this.#queuedBytes <= this.#limitBytes / 2) this.#release()
    return { done: false, value }
  }

  async return(): Promise<IteratorResult<OutputChunk, undefined>> {
    this.#chunks = []
    this.#taken = 0
    this.end()
    this.#onClose()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #shift(): OutputChunk {
    const value = this.#chunks[this.#taken] as OutputChunk
    this.#taken += 1
    this.#queuedBytes -= value.data.length
    if (this.#taken === this.#chunks.length) {
      this.#chunks = []
      this.#taken = 0
    }
    return value
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }

  #release(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }
}

interface PromiseWithResolver {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

function newResolver(): PromiseWithResolver {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
