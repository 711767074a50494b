import { FilesystemError } from '@caisson/core/workspace'
import { delay, throwIfAborted } from '@caisson/core/driver'
import type { Readable } from 'node:stream'
import type { GetOptions, ObjectErrorKind, ObjectFacts, ObjectStoreDriver } from './object-store-driver.js'
import type { ObjectTarget } from './object-target.js'
import { kindOf, storeError } from './store-error.js'

/** Which bytes are read, both ends included. */
export interface ByteRange {
  readonly start: number
  /** May lie behind the end. */
  readonly end: number
}

/** So often in a row a cut body is asked for again without a byte coming. */
const mostResumes = 4
const firstPauseMs = 100

/** After these the same request may succeed; reading twice has no effect. */
const passing: ReadonlySet<ObjectErrorKind | undefined> = new Set([
  'unavailable',
  'rateLimited',
  'conflict',
  'aborted',
  'unknown',
])

/**
 * The content of one version of an object. When its body is cut the rest is asked for, of the same version, so what
 * comes out is that version byte for byte, or an error.
 */
export class ObjectReader {
  readonly facts: ObjectFacts
  readonly #driver: ObjectStoreDriver
  readonly #target: ObjectTarget
  #body: Readable
  #offset: number
  readonly #stop: number
  #isClosed = false

  private constructor(driver: ObjectStoreDriver, target: ObjectTarget, range: ByteRange, opened: Opened) {
    this.#driver = driver
    this.#target = target
    this.facts = opened.facts
    this.#offset = range.start
    this.#stop = Math.max(range.start, Math.min(range.end + 1, opened.facts.size))
    this.#body = watched(opened.body)
  }

  /** One request. Throws as the driver does. */
  static async open(driver: ObjectStoreDriver, target: ObjectTarget, range?: ByteRange): Promise<ObjectReader> {
    const { start = 0, end = Infinity } = range ?? {}
    const opened = await driver.get(target.key, getOptions({ start, end }, target.signal))
    return new ObjectReader(driver, target, { start, end }, opened)
  }

  /** Lets go of the connection, at whatever point of the reading. */
  close(): void {
    this.#isClosed = true
    this.#body.destroy()
  }

  /**
   * @throws FilesystemError `ESTALE` when the object is replaced before the rest of a cut body could be read, and the
   *   errors of the store as ours
   */
  async *pieces(): AsyncGenerator<Buffer, void, undefined> {
    try {
      let resumes = 0
      for (;;) {
        const before = this.#offset
        const cut = yield* this.#readBody()
        if (this.#offset >= this.#stop) return
        resumes = this.#offset > before ? 0 : resumes + 1
        if (resumes > mostResumes) throw cut
        await this.#resume(resumes)
      }
    } catch (error) {
      const { path, operation, signal } = this.#target
      throwIfAborted(signal, path, operation)
      throw storeError(this.#driver, error, this.#target)
    } finally {
      this.close()
    }
  }

  /** What the body gives; returns why it ended, which says nothing when all is there. */
  async *#readBody(): AsyncGenerator<Buffer, unknown, undefined> {
    try {
      for await (const given of this.#body) {
        const piece: Buffer = Buffer.isBuffer(given) ? given : Buffer.from(given)
        this.#offset += piece.length
        if (this.#offset > this.#stop) throw this.#failure('The store sent more than the file has', 'EIO')
        if (piece.length > 0) yield piece
      }
    } catch (error) {
      if (this.#isClosed || !passing.has(kindOf(this.#driver, error))) throw error
      return error
    }
    return this.#failure('The store sent less than the file has', 'EIO')
  }

  /** Asks for the rest. A store that is out of order gets some time. */
  async #resume(attempt: number): Promise<void> {
    this.#body.destroy()
    const { key, signal } = this.#target
    const { version } = this.facts
    for (let pause = attempt; ; pause++) {
      if (pause > 0) await delay(firstPauseMs * 2 ** (pause - 1), signal)
      if (this.#isClosed) throw this.#failure('The file was closed', 'EIO')
      try {
        const range = { start: this.#offset, end: this.#stop - 1 }
        const { facts, body } = await this.#driver.get(key, { ...getOptions(range, signal), version })
        this.#body = watched(body)
        // A store without versions still tells size and time.
        const isSame = facts.size === this.facts.size && facts.modifiedAt.getTime() === this.facts.modifiedAt.getTime()
        if (this.#isClosed || !isSame) body.destroy()
        if (!isSame) throw this.#replaced()
        return
      } catch (error) {
        const kind = kindOf(this.#driver, error)
        if (kind === 'changed' || kind === 'missing' || kind === 'range') throw this.#replaced(error)
        if (!passing.has(kind) || pause >= mostResumes) throw error
      }
    }
  }

  #replaced(cause?: unknown): FilesystemError {
    return this.#failure('The file was replaced while it was read', 'ESTALE', cause)
  }

  #failure(text: string, code: 'EIO' | 'ESTALE', cause?: unknown): FilesystemError {
    const { path } = this.#target
    return new FilesystemError(`${text}: ${path}`, code, path, { cause })
  }
}

interface Opened {
  readonly facts: ObjectFacts
  readonly body: Readable
}

function getOptions({ start, end }: ByteRange, signal: AbortSignal | undefined): GetOptions {
  return { ...(start > 0 ? { start } : {}), ...(end === Infinity ? {} : { end }), signal }
}

/** A body that fails while nobody reads it must not end the process; whoever reads it later gets the failure. */
function watched(body: Readable): Readable {
  return body.on('error', () => undefined)
}
