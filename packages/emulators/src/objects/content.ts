import { Readable } from 'node:stream'
import type { Blob } from './blob.js'

const pieceBytes = 256 * 1024

interface Slice {
  readonly blob: Blob
  readonly start: number
  readonly length: number
}

function cut(slices: readonly Slice[], start: number, end: number): Slice[] {
  const found: Slice[] = []
  let offset = 0
  for (const { blob, start: first, length } of slices) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, length)]
    if (from < to) found.push({ blob, start: first + from, length: to - from })
    offset += length
  }
  return found
}

async function* readSlices(slices: readonly Slice[]): AsyncGenerator<Buffer> {
  for (const { blob, start, length } of slices) {
    for (let offset = 0; offset < length;) {
      const piece = await blob.read(start + offset, Math.min(pieceBytes, length - offset))
      if (piece.length === 0) return
      offset += piece.length
      yield piece
    }
  }
}

/**
 * What an object consists of: parts of blobs in a row. Copies and joined uploads share blobs and cost nothing. Whoever holds a content lets
 * go of it once, with `release`.
 */
export class Content {
  readonly size: number
  readonly #slices: readonly Slice[]
  #released = false

  private constructor(slices: readonly Slice[]) {
    this.#slices = slices
    this.size = slices.reduce((sum, { length }) => sum + length, 0)
  }

  /** Takes over the blob. */
  static of(blob: Blob): Content {
    return new Content([{ blob, start: 0, length: blob.size }])
  }

  /** A content of its own that begins where the one before ends. */
  static join(contents: readonly Content[]): Content {
    const slices = contents.flatMap((content) => content.#slices)
    for (const { blob } of slices) blob.retain()
    return new Content(slices)
  }

  /** A content of its own with the bytes from `start` up to but not `end`. */
  slice(start = 0, end: number = this.size): Content {
    const slices = cut(this.#slices, start, end)
    for (const { blob } of slices) blob.retain()
    return new Content(slices)
  }

  /** The bytes from `start` up to but not `end`. They stay what they are, whatever becomes of this content meanwhile. */
  stream(start = 0, end: number = this.size): Readable {
    const held = this.slice(start, end)
    const stream = Readable.from(readSlices(held.#slices), { objectMode: false })
    stream.once('close', () => held.release())
    return stream
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    for (const { blob } of this.#slices) blob.release()
  }
}
