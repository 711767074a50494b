/** Content that is being sent, with what is known of it afterwards. */
export class CountedContent {
  /** What is sent. Of a source it can be read once. */
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
  #sizeBytes = 0
  #isOver = false
  #failure: { readonly error: unknown } | undefined

  constructor(content: Uint8Array | AsyncIterable<Uint8Array>) {
    if (content instanceof Uint8Array) {
      this.body = content
      this.#sizeBytes = content.length
      this.#isOver = true
    } else {
      this.body = this.#count(content)
    }
  }

  /** So many bytes were read. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Whether all of it was read. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** What the source threw. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  async *#count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const piece of source) {
        this.#sizeBytes += piece.length
        yield piece
      }
      this.#isOver = true
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}
