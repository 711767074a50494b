import { invalid } from './failures.js'

const headEnd = Buffer.from('\r\n\r\n')
const mostHeadBytes = 16 * 1024

/** The boundary of `multipart/related; boundary=…`. Throws 400. */
export function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/(?:related|mixed)\s*;.*?\bboundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/is.exec(
    contentType ?? '',
  )
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw invalid('Expected a body of type multipart/related with a boundary.')
  return boundary
}

/** Reads a body of several parts one after the other, with bounded memory. */
export class RelatedReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  // The first boundary has no line before it: with this it looks like the others.
  #buffer: Buffer = Buffer.from('\r\n')
  /** The boundary behind a part has been read. */
  #isBehind = false

  constructor(source: AsyncIterable<Buffer>, boundary: string) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** Goes to the next part and reads its head. Names in small letters. Throws 400 where there is none. */
  async next(): Promise<ReadonlyMap<string, string>> {
    if (!this.#isBehind) for await (const skipped of this.content()) void skipped
    this.#isBehind = false
    while (this.#buffer.length < 2) await this.#more()
    if (this.#buffer.subarray(0, 2).toString('latin1') === '--') throw invalid('A part of the body is missing.')
    let end = this.#buffer.indexOf(headEnd)
    while (end < 0) {
      if (this.#buffer.length > mostHeadBytes) throw invalid('The head of a part of the body is too long.')
      await this.#more()
      end = this.#buffer.indexOf(headEnd)
    }
    const lines = this.#buffer.subarray(0, end).toString('latin1').split('\r\n')
    this.#buffer = this.#buffer.subarray(end + headEnd.length)
    return new Map(
      lines.flatMap((line): [string, string][] => {
        const colon = line.indexOf(':')
        return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
      }),
    )
  }

  /** The rest of the part, up to the boundary behind it. */
  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#buffer.indexOf(this.#delimiter)
      if (end >= 0) {
        if (end > 0) yield this.#buffer.subarray(0, end)
        this.#buffer = this.#buffer.subarray(end + this.#delimiter.length)
        this.#isBehind = true
        return
      }
      // The boundary may have begun at the end of what is here.
      const safe = this.#buffer.length - this.#delimiter.length + 1
      if (safe > 0) {
        yield this.#buffer.subarray(0, safe)
        this.#buffer = this.#buffer.subarray(safe)
      }
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done === true) throw invalid('Missing end boundary in multipart body.')
    this.#buffer = Buffer.concat([this.#buffer, value])
  }
}
