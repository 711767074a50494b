import { markByte } from './scripts/script-parts.js'

/** How the supervisor ended a stream. */
export type StreamEnd =
  | { readonly kind: 'end'; readonly status: number; readonly signal: number }
  | { readonly kind: 'fail'; readonly reason: string }

/** What a chunk of a stream gave. */
export interface StreamPiece {
  /** Bytes that the command printed. */
  readonly data: Uint8Array
  /** Bytes that follow `data` were lost in decoding. */
  readonly isLossy: boolean
}

const nothing = Buffer.alloc(0)
const replacementCharacter = Buffer.from('\uFFFD')
const lineFeed = 0x0a

/**
 * One output stream of a relayed command: takes off the supervisor's marks and counts what is the command's own. Whatever
 * comes before the first mark or after the last one is not.
 */
export class MarkedStream {
  #mark: Buffer = nothing
  #begin: Buffer = nothing
  readonly #decodes: boolean
  #hasBegun = false
  #isLive = true
  #held: Buffer = nothing
  #deliveredBytes = 0
  #end: StreamEnd | undefined

  constructor(id: string, decodes: boolean) {
    this.#decodes = decodes
    this.identify(id)
  }

  /** Says whose marks are to be looked for. */
  identify(id: string): void {
    this.#mark = Buffer.concat([Buffer.of(markByte), Buffer.from(`${id} `)])
    this.#begin = Buffer.concat([this.#mark, Buffer.from('begin\n')])
  }

  /** Whether the supervisor has shown itself. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Bytes of the command that were given out: the offset at which reading would go on. */
  get deliveredBytes(): number {
    return this.#deliveredBytes
  }

  get end(): StreamEnd | undefined {
    return this.#end
  }

  /** Reading goes on in the file, at `deliveredBytes`: exact bytes without a first mark. */
  readFile(): void {
    this.#held = nothing
    this.#hasBegun = true
    this.#isLive = false
  }

  push(chunk: Uint8Array): StreamPiece {
    if (this.#end) return { data: nothing, isLossy: false }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let data = this.#held.length > 0 ? Buffer.concat([this.#held, bytes]) : bytes
    if (!this.#hasBegun) {
      const at = data.indexOf(this.#begin)
      // Noise may be long; only what could be the beginning of the mark is kept.
      this.#held = at < 0 ? Buffer.from(data.subarray(-this.#begin.length)) : nothing
      if (at < 0) return { data: nothing, isLossy: false }
      this.#hasBegun = true
      data = data.subarray(at + this.#begin.length)
    }
    return this.#give(this.#takeMark(data))
  }

  /** What was held back because it looked like the beginning of a mark, when it is known that none follows. */
  flush(): Uint8Array {
    const data = this.#held
    this.#held = nothing
    this.#deliveredBytes += data.length
    return data
  }

  #give(body: Buffer): StreamPiece {
    const lossAt = this.#decodes && this.#isLive ? body.indexOf(replacementCharacter) : -1
    const data = lossAt < 0 ? body : body.subarray(0, lossAt)
    this.#deliveredBytes += data.length
    if (lossAt >= 0) this.#end = undefined
    return { data, isLossy: lossAt >= 0 }
  }

  /** The part before the last mark, which is read; a part that may be the beginning of a mark is held. */
  #takeMark(data: Buffer): Buffer {
    const at = data.indexOf(this.#mark)
    const from = at < 0 ? this.#possibleMark(data) : at
    const newline = at < 0 ? -1 : data.indexOf(lineFeed, at)
    if (newline < 0) {
      this.#held = from < data.length ? Buffer.from(data.subarray(from)) : nothing
      return data.subarray(0, from)
    }
    this.#held = nothing
    this.#end = readEnd(data.toString('latin1', at + this.#mark.length, newline))
    return data.subarray(0, at)
  }

  /** Where a beginning of the mark is at the very end of the data; its length when there is none. */
  #possibleMark(data: Buffer): number {
    const first = Math.max(0, data.length - this.#mark.length + 1)
    for (let at = data.indexOf(markByte, first); at >= 0; at = data.indexOf(markByte, at + 1)) {
      if (data.subarray(at).equals(this.#mark.subarray(0, data.length - at))) return at
    }
    return data.length
  }
}

function readEnd(line: string): StreamEnd {
  const [kind = '', first = '', second = ''] = line.split(' ')
  if (kind === 'end') return { kind, status: Number(first), signal: Number(second) }
  return { kind: 'fail', reason: first }
}
