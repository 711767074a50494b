import { constants } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'

/** What `spawn` keeps of each stream unless told otherwise: 1 MiB. */
export const DEFAULT_MAX_RETAINED_PROCESS_OUTPUT_BYTES: number = 1024 * 1024
/** What `executeCommand` keeps of each stream unless told otherwise: 16 MiB. */
export const DEFAULT_MAX_RETAINED_COMMAND_OUTPUT_BYTES: number = 16 * 1024 * 1024

/** Chunks below this are copied together, so that many short lines do not become many small objects. */
const smallChunkBytes = 4096
const blockBytes = 64 * 1024

/**
 * Keeps the newest bytes of a stream, at a cost that grows with the bytes and not with the number of chunks.
 *
 * `maxBytes` of `Infinity` means as much as one string can hold.
 */
export class RetainedOutput {
  readonly #maxBytes: number
  #blocks: Buffer[] = []
  /** Index of the oldest block that still counts; earlier slots are empty. */
  #head = 0
  #sizeBytes = 0
  #droppedBytes = 0
  /** Room after the last block, when that was allocated here. */
  #spare: Buffer | undefined
  #text: string | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = Math.min(maxBytes, constants.MAX_STRING_LENGTH)
  }

  append(chunk: Uint8Array): void {
    this.#text = undefined
    if (chunk.length >= this.#maxBytes) {
      this.#droppedBytes += this.#sizeBytes + chunk.length - this.#maxBytes
      this.#restart(chunk.subarray(chunk.length - this.#maxBytes))
      return
    }
    if (chunk.length < smallChunkBytes) this.#appendSmall(chunk)
    else this.#appendBlock(asBuffer(chunk))
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes > this.#maxBytes) this.#dropOldest(this.#sizeBytes - this.#maxBytes)
  }

  /** How many bytes were dropped, including those of a character that was cut. */
  get droppedBytes(): number {
    return this.#droppedBytes + this.#cutCharacterBytes()
  }

  /** The retained bytes. When some were dropped they begin with a whole character. */
  bytes(): Buffer {
    const all = Buffer.concat(this.#blocks.slice(this.#head), this.#sizeBytes)
    return all.subarray(this.#cutCharacterBytes())
  }

  /** The retained bytes decoded as UTF-8. */
  text(): string {
    this.#text ??= this.#decode()
    return this.#text
  }

  /** Block by block, since joining the blocks first would cost as much again as decoding them. */
  #decode(): string {
    const decoder = new StringDecoder('utf8')
    let cutBytes = this.#cutCharacterBytes()
    let text = ''
    for (const block of this.#blocks.slice(this.#head)) {
      text += decoder.write(block.subarray(cutBytes))
      cutBytes = Math.max(0, cutBytes - block.length)
    }
    return text + decoder.end()
  }

  /** The last bytes, for a decoder that joins in the middle of a stream. */
  tail(lengthBytes: number): Buffer {
    const last = this.#blocks.at(-1) ?? Buffer.alloc(0)
    return last.subarray(Math.max(0, last.length - lengthBytes))
  }

  #restart(kept: Uint8Array): void {
    this.#blocks = kept.length > 0 ? [asBuffer(kept)] : []
    this.#head = 0
    this.#spare = undefined
    this.#sizeBytes = kept.length
  }

  #appendBlock(block: Buffer): void {
    this.#spare = undefined
    this.#blocks.push(block)
  }

  #appendSmall(chunk: Uint8Array): void {
    const last = this.#blocks.at(-1)
    if (this.#spare && last && this.#spare.length >= chunk.length) {
      this.#spare.set(chunk)
      this.#blocks[this.#blocks.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + chunk.length)
      this.#spare = this.#spare.subarray(chunk.length)
      return
    }
    const block = Buffer.allocUnsafeSlow(blockBytes)
    block.set(chunk)
    this.#blocks.push(block.subarray(0, chunk.length))
    this.#spare = block.subarray(chunk.length)
  }

  #dropOldest(excessBytes: number): void {
    let remaining = excessBytes
    while (remaining > 0) {
      const oldest = this.#blocks[this.#head]
      if (!oldest) break
      if (oldest.length > remaining) {
        this.#blocks[this.#head] = oldest.subarray(remaining)
        remaining = 0
      } else {
        remaining -= oldest.length
        this.#blocks[this.#head] = emptyBuffer
        this.#head += 1
      }
    }
    this.#sizeBytes -= excessBytes
    this.#droppedBytes += excessBytes
    if (this.#head > 1024 && this.#head * 2 > this.#blocks.length) {
      this.#blocks = this.#blocks.slice(this.#head)
      this.#head = 0
    }
  }

  /** Length of the rest of a character whose beginning was dropped. */
  #cutCharacterBytes(): number {
    if (this.#droppedBytes === 0) return 0
    let count = 0
    for (let index = this.#head; index < this.#blocks.length && count < 3; index += 1) {
      for (const byte of this.#blocks[index]?.subarray(0, 3 - count) ?? []) {
        if ((byte & 0xc0) !== 0x80) return count
        count += 1
      }
    }
    return count
  }
}

const emptyBuffer = Buffer.alloc(0)

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
