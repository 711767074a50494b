import { Content } from '../../objects/index.js'
import type { Reply } from '../../http/reply.js'
import type { UploadTarget } from './write-object.js'

/** Content that is not the end of an object is kept in pieces of so many bytes; what is over is forgotten. */
const unitBytes = 256 * 1024

/** How a request ended is for its own client. */
function ignore(): void {
  return undefined
}

/** An object that comes in several requests. */
export class UploadSession {
  readonly id: string
  readonly target: UploadTarget
  /** What was said at the beginning. */
  readonly expectedBytes: number | undefined
  /** The finished object, as it was shown. */
  result: Record<string, unknown> | undefined
  state: 'open' | 'complete' | 'cancelled' | 'failed' = 'open'
  #pieces: Content[] = []
  #current: { readonly reply: Reply; readonly done: Promise<void> } | undefined

  constructor(id: string, target: UploadTarget, expectedBytes: number | undefined) {
    this.id = id
    this.target = target
    this.expectedBytes = expectedBytes
  }

  /** How many bytes have come and stay. */
  get size(): number {
    return this.#pieces.reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * Does the work of one request. One that is still sending has been given up by its client, which may not be known here yet: it ends first,
   * and what it has sent stays.
   */
  async enter<Result>(reply: Reply, work: () => Promise<Result>): Promise<Result> {
    const before = this.#current
    before?.reply.drop()
    const result = (before?.done ?? Promise.resolve()).then(work)
    const current = { reply, done: result.then(ignore, ignore) }
    this.#current = current
    try {
      return await result
    } finally {
      if (this.#current === current) this.#current = undefined
    }
  }

  /** Takes over a piece, and lets go of what does not stay. */
  add(piece: Content, isLast: boolean): void {
    const before = this.size
    const all = before + piece.size
    const kept = (isLast ? all : Math.floor(all / unitBytes) * unitBytes) - before
    // When the emulator is reset or closed, sessions end while pieces are still coming.
    if (this.state === 'open' && kept > 0) this.#pieces.push(piece.slice(0, kept))
    piece.release()
  }

  /** All that has come, as a content of its own. */
  join(): Content {
    return Content.join(this.#pieces)
  }

  /** Lets go of what has come. */
  end(state: 'complete' | 'cancelled' | 'failed'): void {
    this.state = state
    for (const piece of this.#pieces) piece.release()
    this.#pieces = []
  }
}
