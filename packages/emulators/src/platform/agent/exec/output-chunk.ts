import type { OutputName } from '../system/command-request.js'

/** Bytes of one stream, and where they are in the whole output. */
export interface OutputPiece {
  readonly name: OutputName
  readonly start: number
  readonly bytes: Buffer
}

const headerBytes = 5
const names: readonly OutputName[] = ['stdout', 'stderr']

/** Pieces of output, one behind the other, that take a limited number of bytes when they are written down. */
export class OutputChunk {
  readonly start: number
  readonly #mostBytes: number
  #pieces: OutputPiece[] = []
  #writtenBytes = 0
  #end: number

  constructor(start: number, mostBytes: number) {
    this.start = start
    this.#end = start
    this.#mostBytes = mostBytes
  }

  get end(): number {
    return this.#end
  }

  /** Takes as many of the bytes as there is room for; gives the others. */
  add(name: OutputName, bytes: Buffer): Buffer {
    const room = Math.min(this.#mostBytes - this.#writtenBytes - headerBytes, bytes.length)
    if (room <= 0) return bytes
    this.#pieces.push({ name, start: this.#end, bytes: bytes.subarray(0, room) })
    this.#writtenBytes += headerBytes + room
    this.#end += room
    return bytes.subarray(room)
  }

  /** The rest of the piece that has the byte at a position of the whole output. */
  at(position: number): OutputPiece | undefined {
    let [low, high] = [0, this.#pieces.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const piece = this.#pieces[middle]
      if (piece !== undefined && piece.start + piece.bytes.length <= position) low = middle + 1
      else high = middle
    }
    const piece = this.#pieces[low]
    if (piece === undefined || position < piece.start) return undefined
    return { name: piece.name, start: position, bytes: piece.bytes.subarray(position - piece.start) }
  }

  serialize(): Buffer {
    const written = Buffer.allocUnsafe(this.#writtenBytes)
    let at = 0
    for (const { name, bytes } of this.#pieces) {
      at = written.writeUInt8(names.indexOf(name), at)
      at = written.writeUInt32LE(bytes.length, at)
      at += bytes.copy(written, at)
    }
    return written
  }

  static parse(start: number, written: Buffer): OutputChunk {
    const chunk = new OutputChunk(start, written.length)
    for (let at = 0; at < written.length;) {
      const [name = 'stdout', length] = [names[written.readUInt8(at)], written.readUInt32LE(at + 1)]
      at += headerBytes
      chunk.add(name, written.subarray(at, at + length))
      at += length
    }
    return chunk
  }
}
