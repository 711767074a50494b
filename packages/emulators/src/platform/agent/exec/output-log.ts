import { systemCode } from '../../../daemon/system-error.js'
import type { OutputName } from '../system/command-request.js'
import { OutputChunk, type OutputPiece } from './output-chunk.js'
import { SlotFile } from './slot-file.js'

const slotBytes: number = 256 * 1024
/** 64 MiB. */
const slotCount = 256

/** A part of the output that is in the file. */
interface StoredChunk {
  readonly start: number
  readonly end: number
  readonly slot: number
  readonly writtenBytes: number
}

/**
 * The output of a command in the order in which it came, addressed by how many bytes came before. The newest part is kept in memory and up to
 * 64 MiB before it in a file; what is older is dropped.
 */
export class OutputLog {
  #current = new OutputChunk(0, slotBytes)
  readonly #stored: StoredChunk[] = []
  #storedCount = 0
  #file: SlotFile | undefined
  /** The chunk that was read last. */
  #read: OutputChunk | undefined

  /** How many bytes there have been. */
  get end(): number {
    return this.#current.end
  }

  /** How many of them have been dropped. */
  get start(): number {
    return this.#stored[0]?.start ?? this.#current.start
  }

  append(name: OutputName, bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0;) {
      const left = this.#current.add(name, rest)
      if (left.length === rest.length) this.#store()
      rest = left
    }
  }

  /** What comes at a position, of one stream; nothing at the end, and nothing before the start. */
  at(position: number): OutputPiece | undefined {
    if (position >= this.#current.start) return this.#current.at(position)
    if (this.#read === undefined || position < this.#read.start || position >= this.#read.end) {
      this.#read = this.#load(position)
    }
    return this.#read?.at(position)
  }

  /** Forgets what can be read again from the file. */
  rest(): void {
    this.#read = undefined
  }

  close(): void {
    this.#file?.close()
    this.#file = undefined
    this.#stored.length = 0
  }

  #load(position: number): OutputChunk | undefined {
    const found = this.#stored.find(({ start, end }) => start <= position && position < end)
    if (found === undefined || this.#file === undefined) return undefined
    return OutputChunk.parse(found.start, this.#file.read(found.slot, found.writtenBytes))
  }

  #store(): void {
    const { start, end } = this.#current
    const written = this.#current.serialize()
    const slot = this.#storedCount % slotCount
    this.#current = new OutputChunk(end, slotBytes)
    try {
      this.#file ??= new SlotFile(slotBytes)
      this.#file.write(slot, written)
    } catch (error) {
      // A full disk costs the output before, not the command.
      if (systemCode(error) === undefined) throw error
      this.#stored.length = 0
      return
    }
    this.#storedCount += 1
    if (this.#stored.length === slotCount) this.#stored.shift()
    this.#stored.push({ start, end, slot, writtenBytes: written.length })
  }
}
