import type { Readable } from 'node:stream'

const keptBytes = 65_536

/** Keeps the end of what streams bring. */
export class OutputTail {
  #chunks: Buffer[] = []
  #bytes = 0

  follow(stream: Readable): void {
    stream.on('data', (chunk: Buffer) => this.#add(chunk))
  }

  #add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    // Joined only when twice as much has come, so that the cost does not grow with the number of chunks.
    if (this.#bytes > 2 * keptBytes) this.#join()
  }

  #join(): Buffer {
    const all = Buffer.concat(this.#chunks)
    const tail = Buffer.from(all.subarray(Math.max(0, all.length - keptBytes)))
    this.#chunks = [tail]
    this.#bytes = tail.length
    return tail
  }

  text(): string {
    return this.#join().toString()
  }
}
