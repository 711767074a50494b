import { StringDecoder } from 'node:string_decoder'

/** Finds marks between texts, wherever the pieces of the stream end. */
export class MarkedOutput {
  readonly #decoder = new StringDecoder('utf8')
  #held = Buffer.alloc(0)

  /** The texts of this piece: one, and one more after each mark. What may be the start of a mark is held back. */
  push(chunk: Buffer, mark: Buffer): string[] {
    let rest = Buffer.concat([this.#held, chunk])
    const texts: string[] = []
    for (let at = rest.indexOf(mark); at !== -1; at = rest.indexOf(mark)) {
      texts.push(this.#decoder.write(rest.subarray(0, at)) + this.#decoder.end())
      rest = rest.subarray(at + mark.length)
    }
    let end = rest.lastIndexOf(mark.subarray(0, 1))
    if (end === -1 || !mark.subarray(0, rest.length - end).equals(rest.subarray(end))) end = rest.length
    texts.push(this.#decoder.write(rest.subarray(0, end)))
    this.#held = Buffer.from(rest.subarray(end))
    return texts
  }
}
