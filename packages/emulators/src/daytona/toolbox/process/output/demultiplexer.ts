import type { LogStream } from './marker.js'
import { markerBytes, markers } from './marker.js'

/** Where a marker is next; the end of the bytes when it is not there. */
function find(bytes: Buffer, marker: Buffer, from: number): number {
  const at = bytes.indexOf(marker, from)
  return at === -1 ? bytes.length : at
}

/** How many bytes at the end may be the start of a marker. */
function openBytes(bytes: Buffer): number {
  const last = bytes.at(-1)
  if (last !== 1 && last !== 2) return 0
  return bytes.at(-2) === last ? markerBytes - 1 : 1
}

/** Picks one stream out of a log that comes in pieces. As with the vendor, a program that prints a marker switches. */
export class Demultiplexer {
  readonly #wanted: LogStream
  #current: LogStream | undefined
  #held = Buffer.alloc(0)

  constructor(wanted: LogStream) {
    this.#wanted = wanted
  }

  /** The bytes of the stream in this piece. */
  push(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const found: Buffer[] = []
    let from = 0
    let nextOut = find(bytes, markers.stdout, 0)
    let nextErr = find(bytes, markers.stderr, 0)
    while (Math.min(nextOut, nextErr) < bytes.length) {
      const next = Math.min(nextOut, nextErr)
      this.#keep(found, bytes.subarray(from, next))
      this.#current = next === nextOut ? 'stdout' : 'stderr'
      from = next + markerBytes
      if (nextOut < from) nextOut = find(bytes, markers.stdout, from)
      if (nextErr < from) nextErr = find(bytes, markers.stderr, from)
    }
    const rest = bytes.subarray(from)
    const end = rest.length - openBytes(rest)
    this.#keep(found, rest.subarray(0, end))
    this.#held = Buffer.from(rest.subarray(end))
    return Buffer.concat(found)
  }

  /** What was held back as the possible start of a marker. */
  flush(): Buffer {
    const found: Buffer[] = []
    this.#keep(found, this.#held)
    this.#held = Buffer.alloc(0)
    return Buffer.concat(found)
  }

  #keep(found: Buffer[], bytes: Buffer): void {
    if (this.#current === this.#wanted) found.push(bytes)
  }
}
