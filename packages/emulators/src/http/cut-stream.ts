import { Transform, type TransformCallback } from 'node:stream'

const envelopeHeadBytes = 5

/** How much of the body may pass; `undefined` while that cannot be said yet. */
type Limit = (seen: Buffer) => number | undefined

export function limitBytes(bytes: number): Limit {
  return () => bytes
}

/** A stream of the Connect protocol is made of envelopes: a byte of flags, the length in four bytes, and so much content. */
export function limitToFirstEnvelope(seen: Buffer): number | undefined {
  return seen.length < envelopeHeadBytes ? undefined : envelopeHeadBytes + seen.readUInt32BE(1)
}

/** A frame of a websocket from a server: flags, the length in one byte or the two after it, the content. */
export function limitToFirstFrame(seen: Buffer): number | undefined {
  const short = (seen[1] ?? 0) & 0x7f
  if (seen.length < 2 || (short >= 126 && seen.length < 4)) return undefined
  // Longer ones are not waited for.
  if (short === 127) return seen.length
  return short === 126 ? 4 + seen.readUInt16BE(2) : 2 + short
}

export function limitToFirstPiece(seen: Buffer): number | undefined {
  return seen.length
}

/** Lets the start of a body through and then calls `onCut`, when what was let through has been taken. */
export class CutStream extends Transform {
  readonly #limit: Limit
  readonly #onCut: () => void
  #seen = Buffer.alloc(0)
  #passed = 0
  #isCut = false

  constructor(limit: Limit, onCut: () => void) {
    super()
    this.#limit = limit
    this.#onCut = onCut
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isCut) return done()
    if (this.#seen.length < envelopeHeadBytes) this.#seen = Buffer.concat([this.#seen, chunk])
    const limit = this.#limit(this.#seen) ?? Number.POSITIVE_INFINITY
    const part = chunk.subarray(0, Math.max(0, limit - this.#passed))
    this.#passed += part.length
    if (part.length > 0) this.push(part)
    if (this.#passed >= limit) {
      this.#isCut = true
      // The bytes must reach the socket before it ends.
      setTimeout(this.#onCut, 5)
    }
    done()
  }

  /** A body that is shorter than the limit ends as it should not: the promise was to cut it. */
  override _flush(): void {
    if (!this.#isCut) setTimeout(this.#onCut, 5)
  }
}
