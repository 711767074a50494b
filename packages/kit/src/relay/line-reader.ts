import type { OutputSink } from '@caisson/core/driver'

const lineFeed = 0x0a

/** Takes the lines of a script of ours; a promise asks for a pause. */
export interface LineReader {
  line(text: string): void | Promise<void>
}

/** Cuts output into lines. */
export class LineSplitter implements OutputSink {
  readonly #reader: LineReader
  #parts: Uint8Array[] = []

  constructor(reader: LineReader) {
    this.#reader = reader
  }

  stdout(chunk: Uint8Array): void | Promise<void> {
    const waits: Promise<void>[] = []
    let rest = chunk
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, at)]).toString('latin1')
      this.#parts = []
      rest = rest.subarray(at + 1)
      const wait = this.#reader.line(line)
      if (wait) waits.push(wait)
    }
    if (rest.length > 0) this.#parts.push(rest)
    return waits.length > 0 ? Promise.all(waits).then(() => undefined) : undefined
  }

  stderr(_chunk: Uint8Array): void {
    // What the login profile prints there; the scripts themselves print nothing.
  }
}
