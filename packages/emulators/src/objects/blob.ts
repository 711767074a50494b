import type { FileHandle } from 'node:fs/promises'

/** Bytes that do not change, kept in memory or in a file that has no name; they go when the last user has. */
export class Blob {
  readonly size: number
  readonly #place: Buffer | FileHandle
  #users = 1

  constructor(place: Buffer | FileHandle, size: number) {
    this.#place = place
    this.size = size
  }

  retain(): void {
    this.#users += 1
  }

  release(): void {
    this.#users -= 1
    if (this.#users > 0 || Buffer.isBuffer(this.#place)) return
    // Nothing depends on the end of it: the file has no name any more.
    void this.#place.close()
  }

  /** At most so many bytes from a position. */
  async read(position: number, length: number): Promise<Buffer> {
    if (Buffer.isBuffer(this.#place)) return this.#place.subarray(position, position + length)
    const { buffer, bytesRead } = await this.#place.read(Buffer.allocUnsafe(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }
}
