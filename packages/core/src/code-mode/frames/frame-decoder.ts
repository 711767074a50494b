import { FRAME_PREFIX } from './frame-prefix.js'

/** What a decoder found. */
export interface FrameSink {
  /** One complete frame: its JSON text as UTF-8. */
  frame(json: Buffer): void
  /** Bytes that belong to no frame, in order. */
  text(bytes: Buffer): void
  /** A frame grew beyond the limit. Nothing is decoded afterwards. */
  overflow(): void
}

/** Options of a `FrameDecoder`. */
export interface FrameDecoderOptions {
  /**
   * The nonce of the run, or a function that gives that of each piece in turn. `undefined` accepts the bare prefix, which
   * printed text can forge: ask for it knowingly.
   */
  readonly nonce: string | (() => string) | undefined
  /** Largest frame in bytes. */
  readonly maxFrameBytes: number
}

const newline = 10
const moreFollows = 0x2b

/**
 * Separates frames from whatever else a stream carries. A frame may start anywhere, also after a line that was not
 * ended. A piece of a frame is `prefix + nonce + ("." or "+") + JSON + "\n"`; "+" says that the next piece goes on with
 * the same frame. Every byte is looked at once, however the stream was cut.
 */
export class FrameDecoder {
  readonly #nonce: FrameDecoderOptions['nonce']
  #marker: Buffer
  readonly #hasKind: boolean
  readonly #maxFrameBytes: number
  readonly #sink: FrameSink
  /** The end of the text so far, as far as a marker may have begun in it. */
  #carry: Buffer = Buffer.alloc(0)
  /** Chunks of the piece that is being read; `undefined` while in text. */
  #piece: Buffer[] | undefined
  /** Earlier pieces of the same frame. */
  #pieces: Buffer[] = []
  #frameBytes = 0
  #isStopped = false

  constructor(options: FrameDecoderOptions, sink: FrameSink) {
    this.#nonce = options.nonce
    this.#marker = this.#nextMarker()
    this.#hasKind = options.nonce !== undefined
    this.#maxFrameBytes = options.maxFrameBytes
    this.#sink = sink
  }

  /** Takes the next bytes of the stream. */
  push(chunk: Uint8Array): void {
    let rest: Buffer | undefined = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    while (rest !== undefined && rest.length > 0 && !this.#isStopped) {
      rest = this.#piece === undefined ? this.#readText(rest) : this.#readPiece(rest, this.#piece)
    }
  }

  /** Says that the stream has ended: hands out text that might have become a marker. */
  end(): void {
    if (this.#carry.length > 0) this.#sink.text(this.#carry)
    this.#carry = Buffer.alloc(0)
  }

  #readText(chunk: Buffer): Buffer | undefined {
    const data = this.#carry.length > 0 ? Buffer.concat([this.#carry, chunk]) : chunk
    const start = data.indexOf(this.#marker)
    const textEnd = start === -1 ? data.length - markerStart(data, this.#marker) : start
    if (textEnd > 0) this.#sink.text(data.subarray(0, textEnd))
    if (start === -1) {
      this.#carry = data.subarray(textEnd)
      return undefined
    }
    this.#carry = Buffer.alloc(0)
    this.#piece = []
    const rest = data.subarray(start + this.#marker.length)
    this.#marker = this.#nextMarker()
    return rest
  }

  #nextMarker(): Buffer {
    const nonce = typeof this.#nonce === 'function' ? this.#nonce() : this.#nonce
    return Buffer.from(FRAME_PREFIX + (nonce ?? ''))
  }

  #readPiece(chunk: Buffer, piece: Buffer[]): Buffer | undefined {
    const end = chunk.indexOf(newline)
    const part = end === -1 ? chunk : chunk.subarray(0, end)
    piece.push(part)
    this.#frameBytes += part.length
    if (this.#frameBytes > this.#maxFrameBytes) {
      this.#isStopped = true
      this.#sink.overflow()
      return undefined
    }
    if (end === -1) return undefined
    this.#piece = undefined
    this.#finishPiece(piece.length === 1 ? part : Buffer.concat(piece))
    return chunk.subarray(end + 1)
  }

  #finishPiece(piece: Buffer): void {
    this.#pieces.push(this.#hasKind ? piece.subarray(1) : piece)
    if (this.#hasKind && piece[0] === moreFollows) return
    const json = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#frameBytes = 0
    if (json !== undefined) this.#sink.frame(json)
  }
}

/** Length of the longest end of `data` that is the start of `marker`. */
function markerStart(data: Buffer, marker: Buffer): number {
  for (let length = Math.min(data.length, marker.length - 1); length > 0; length -= 1) {
    if (data.subarray(data.length - length).equals(marker.subarray(0, length))) return length
  }
  return 0
}
