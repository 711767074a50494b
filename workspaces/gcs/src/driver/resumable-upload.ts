import { delay } from '@caisson/core/driver'
import { ObjectStoreError } from '@caisson/kit/object-store'
import { toAbort } from './conditions.js'
import { gcsErrorKind } from './error-kind.js'
import type { GCSClients } from './gcs-clients.js'
import { send, type Reply } from './send.js'

/** A multiple of 256 KiB, as the service wants it. With the block that is filled meanwhile it bounds the memory of an upload. */
export const pieceSizeBytes: number = 8 * 2 ** 20

const triesOfAPiece = 4
const firstWaitMs = 125
const cancelLimitMs = 5000

/** The service has more to come. */
const unfinished = 308

/**
 * Uploads pieces to a session. Nothing is visible before the last one has arrived. A piece whose answer is lost is not simply
 * repeated: the service is asked how much it has, and what it lacks is sent, so that nothing is there twice. After a failure the
 * session is cancelled.
 */
export async function uploadPieces(
  clients: GCSClients,
  session: string,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const upload = new ResumableUpload(clients, session, signal)
  try {
    let last: Uint8Array | undefined
    // Which piece is the last one is only known afterwards.
    for await (const piece of pieces) {
      if (last !== undefined) await upload.send(last, false)
      last = piece
    }
    await upload.send(last ?? new Uint8Array(), true)
  } catch (error) {
    await upload.cancel()
    throw error
  }
}

class ResumableUpload {
  readonly #clients: GCSClients
  readonly #session: string
  readonly #signal: AbortSignal | undefined
  /** Bytes that the service has for certain. */
  #stored = 0

  constructor(clients: GCSClients, session: string, signal: AbortSignal | undefined) {
    this.#clients = clients
    this.#session = session
    this.#signal = signal
  }

  /** Sends a piece until the service has all of it. */
  async send(piece: Uint8Array, isLast: boolean): Promise<void> {
    const begin = this.#stored
    const end = begin + piece.length
    const total = isLast ? String(end) : '*'
    let failures = 0
    while (failures < triesOfAPiece) {
      const before = this.#stored
      const reply = await this.#put(piece.subarray(before - begin), total).catch(async (error: unknown) => {
        failures += 1
        if (gcsErrorKind(error) !== 'unavailable' || failures >= triesOfAPiece) throw error
        await delay(firstWaitMs * 2 ** failures, this.#signal)
        return this.#ask(total)
      })
      if (reply === undefined) continue
      if (reply.status !== unfinished) return
      this.#stored = Math.max(before, storedBytes(reply))
      if (!isLast && this.#stored >= end) return
      if (this.#stored === before) failures += 1
    }
    throw new ObjectStoreError('The service keeps nothing of what it is sent', 'unavailable')
  }

  /** Best effort: sessions that are left end by themselves after a week. */
  async cancel(): Promise<void> {
    const signal = AbortSignal.timeout(cancelLimitMs)
    await send(this.#clients, { url: this.#session, method: 'DELETE', signal }).catch(() => undefined)
  }

  async #put(rest: Uint8Array, total: string): Promise<Reply> {
    const last = this.#stored + rest.length - 1
    const range = rest.length === 0 ? `bytes */${total}` : `bytes ${this.#stored}-${last}/${total}`
    const data = Buffer.from(rest.buffer, rest.byteOffset, rest.byteLength)
    return this.#request(range, data)
  }

  /** How much the service has; `undefined` when it cannot be asked, and the piece may as well be sent again. */
  async #ask(total: string): Promise<Reply | undefined> {
    return this.#request(`bytes */${total}`, Buffer.alloc(0)).catch((error: unknown) => {
      if (gcsErrorKind(error) === 'unavailable') return undefined
      throw error
    })
  }

  async #request(range: string, data: Buffer): Promise<Reply> {
    if (this.#session === '') throw new ObjectStoreError('The service began no upload', 'unknown')
    const headers = { 'content-range': range }
    return send(this.#clients, { url: this.#session, method: 'PUT', headers, data, ...toAbort(this.#signal) })
  }
}

function storedBytes({ headers }: Reply): number {
  const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}
