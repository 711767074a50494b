import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * A file without a name, cut into slots of one size. It is on no copy of the machine's disk, and is gone with this process. It is written and
 * read at once: a slot is small, and what comes meanwhile would have to wait for it anyway.
 */
export class SlotFile {
  readonly #slotBytes: number
  readonly #descriptor: number

  constructor(slotBytes: number) {
    this.#slotBytes = slotBytes
    const file = path.join(tmpdir(), `.exec-${randomUUID()}`)
    this.#descriptor = openSync(file, 'wx+', 0o600)
    unlinkSync(file)
  }

  write(slot: number, bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length;) {
      const at = slot * this.#slotBytes + written
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written, at)
    }
  }

  read(slot: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length;) {
      const count = readSync(this.#descriptor, bytes, done, length - done, slot * this.#slotBytes + done)
      if (count === 0) return bytes.subarray(0, done)
      done += count
    }
    return bytes
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
