import type { LogStream } from './marker.js'
import { markerBytes, markers } from './marker.js'

const lineEnd = 0x0a
/** The vendor keeps lines of any length in memory; one above this is passed on in pieces. */
const longestHeldBytes = 1024 * 1024
const nothing = Buffer.alloc(0)

/** Zero bytes are lost, as they are in the shell that reads lines for the vendor. */
function withoutZeros(chunk: Buffer): Buffer {
  return chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) count += 1
  return count
}

/** Turns a stream into lines of a log, each with its marker in front. What has no line end yet is held back. */
export class LineLabeler {
  readonly #marker: Buffer
  #held: Buffer[] = []
  #heldBytes = 0

  constructor(stream: LogStream) {
    this.#marker = markers[stream]
  }

  /** What of the bytes so far can be logged. */
  label(chunk: Buffer): Buffer {
    const bytes = withoutZeros(chunk)
    const end = bytes.lastIndexOf(lineEnd) + 1
    if (end > 0) {
      const complete = Buffer.concat([...this.#takeHeld(), bytes.subarray(0, end)])
      this.#hold(bytes.subarray(end))
      return this.#labelled(complete)
    }
    this.#hold(bytes)
    if (this.#heldBytes < longestHeldBytes) return nothing
    return Buffer.concat([this.#marker, ...this.#takeHeld()])
  }

  /** The last line; it gets the line end that it did not have. */
  flush(): Buffer {
    if (this.#heldBytes === 0) return nothing
    return Buffer.concat([this.#marker, ...this.#takeHeld(), Buffer.from([lineEnd])])
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return
    // A copy, or a few bytes would keep the whole chunk.
    this.#held.push(Buffer.from(bytes))
    this.#heldBytes += bytes.length
  }

  #takeHeld(): Buffer[] {
    const held = this.#held
    this.#held = []
    this.#heldBytes = 0
    return held
  }

  #labelled(complete: Buffer): Buffer {
    const labelled = Buffer.allocUnsafe(complete.length + markerBytes * countLines(complete))
    let to = 0
    for (let from = 0; from < complete.length;) {
      const end = complete.indexOf(lineEnd, from) + 1
      to += this.#marker.copy(labelled, to)
      to += complete.copy(labelled, to, from, end)
      from = end
    }
    return labelled
  }
}
