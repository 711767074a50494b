import { s3Failure } from '../errors/s3-failure.js'

const longestLine = 16 * 1024

/** Reads lines and counted bytes from pieces as they come. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** A line without its end; undefined at the end of everything. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const position = this.#buffer.indexOf(0x0a)
      if (position >= 0)
        return this.#cut(position + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '')
      if (this.#buffer.length > longestLine) throw s3Failure('IncompleteBody')
      if (!(await this.#more())) {
        return this.#buffer.length === 0 ? undefined : this.#cut(this.#buffer.length).toString('latin1')
      }
    }
  }

  /** So many bytes, in pieces. Throws IncompleteBody where there are fewer. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#buffer.length === 0 && !(await this.#more())) throw s3Failure('IncompleteBody')
      const piece = this.#cut(Math.min(left, this.#buffer.length))
      left -= piece.length
      if (piece.length > 0) yield piece
    }
  }

  #cut(length: number): Buffer {
    const piece = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return piece
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done === true) return false
    this.#buffer = this.#buffer.length === 0 ? Buffer.from(value) : Buffer.concat([this.#buffer, value])
    return true
  }
}
