/** Most bytes of a stream that are kept. */
const mostBytes = 16 * 1024 * 1024

/** Keeps what a script prints on one stream, byte for byte, unless it is too long. */
export class StreamCollector {
  readonly #onTooLong: () => void
  #pieces: Uint8Array[] = []
  #size = 0

  /** `onTooLong` is called once. */
  constructor(onTooLong: () => void) {
    this.#onTooLong = onTooLong
  }

  get isTooLong(): boolean {
    return this.#size > mostBytes
  }

  take(bytes: Uint8Array): void {
    if (this.isTooLong) return
    this.#size += bytes.length
    if (!this.isTooLong) {
      this.#pieces.push(bytes)
      return
    }
    this.#pieces = []
    this.#onTooLong()
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }
}
