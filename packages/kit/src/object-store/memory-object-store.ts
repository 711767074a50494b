import { currentTimeMs } from '@caisson/core/driver'
import { Readable } from 'node:stream'
import { MemoryObjects, type MemoryObject } from './memory-objects.js'
import type {
  CopyRequest,
  GetOptions,
  ListRequest,
  ObjectCondition,
  ObjectErrorKind,
  ObjectFacts,
  ObjectPage,
  ObjectStoreDriver,
  PutOptions,
} from './object-store-driver.js'
import { ObjectStoreError } from './object-store-error.js'

/** One request to a `MemoryObjectStore`. */
export interface MemoryRequest {
  readonly operation: 'check' | 'head' | 'get' | 'put' | 'putStream' | 'copy' | 'delete' | 'list'
  /** The key, the first key, or the prefix. Empty for `check`. */
  readonly key: string
}

export interface MemoryObjectStoreOptions {
  /** Default `memory`. */
  bucket?: string | undefined
  /** Most entries of one page of a listing. Default 1000. */
  pageSize?: number | undefined
  /** Most keys of one `delete`. Default 1000. */
  deleteBatch?: number | undefined
  /** What modification times are rounded down to, in milliseconds. Default 1. */
  timeStepMs?: number | undefined
  /** Called before each request; what it throws is how the request fails, and what it waits for is how long it takes. */
  onRequest?: ((request: MemoryRequest) => void | Promise<void>) | undefined
}

const bodyPieceBytes = 64 * 1024

/**
 * A bucket in memory, gone with the process: for tests, and for files that need to outlive nothing. It holds what real
 * stores promise, with all conditions, pages and versions, so what works here works there.
 */
export class MemoryObjectStore implements ObjectStoreDriver {
  readonly provider: string = 'memory'
  readonly bucket: string
  readonly deleteBatch: number
  readonly maxKeyBytes: number = 1024
  readonly #objects: MemoryObjects = new MemoryObjects()
  readonly #pageSize: number
  readonly #timeStepMs: number
  readonly #onRequest: MemoryObjectStoreOptions['onRequest']
  #versions = 0

  constructor(options: MemoryObjectStoreOptions = {}) {
    this.bucket = options.bucket ?? 'memory'
    this.deleteBatch = options.deleteBatch ?? 1000
    this.#pageSize = options.pageSize ?? 1000
    this.#timeStepMs = options.timeStepMs ?? 1
    this.#onRequest = options.onRequest
  }

  /** All keys in order. */
  get keys(): readonly string[] {
    return this.#objects.keys()
  }

  async check(signal?: AbortSignal): Promise<void> {
    await this.#request('check', '', signal)
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    await this.#request('head', key, signal)
    return this.#objects.find(key)?.facts
  }

  async get(key: string, options: GetOptions = {}): Promise<{ facts: ObjectFacts; body: Readable }> {
    const { start = 0, end = Infinity, version, signal } = options
    await this.#request('get', key, signal)
    const { facts, content } = this.#find(key)
    if (version !== undefined && version !== facts.version) throw new ObjectStoreError('Another version', 'changed')
    const isRange = options.start !== undefined || options.end !== undefined
    if (isRange && start >= facts.size) throw new ObjectStoreError('Behind the end', 'range')
    const pieces = inPieces(content.subarray(start, end + 1))
    return { facts, body: Readable.from(pieces, { objectMode: false, ...(signal ? { signal } : {}) }) }
  }

  async put(key: string, body: Uint8Array, options: PutOptions = {}): Promise<{ version?: string | undefined }> {
    await this.#request('put', key, options.signal)
    return this.#store(key, Uint8Array.from(body), options)
  }

  async putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<void> {
    await this.#request('putStream', key, options.signal)
    const pieces: Uint8Array[] = []
    for await (const piece of source) {
      options.signal?.throwIfAborted()
      pieces.push(Uint8Array.from(piece))
    }
    this.#store(key, Buffer.concat(pieces), options)
  }

  async copy({ source, destination, condition, signal }: CopyRequest): Promise<void> {
    await this.#request('copy', source, signal)
    const { facts, content } = this.#find(source)
    this.#store(destination, content, { condition, mimeType: facts.mimeType })
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]> {
    if (keys.length > this.deleteBatch) throw new ObjectStoreError('Too many keys', 'invalid')
    await this.#request('delete', keys[0] ?? '', signal)
    this.#objects.remove(keys)
    return []
  }

  async list(request: ListRequest): Promise<ObjectPage> {
    await this.#request('list', request.prefix, request.signal)
    return this.#objects.list(request, Math.min(request.limit ?? Infinity, this.#pageSize))
  }

  classifyError(error: unknown): ObjectErrorKind {
    return error instanceof Error && error.name === 'AbortError' ? 'aborted' : 'unknown'
  }

  async #request(operation: MemoryRequest['operation'], key: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    await this.#onRequest?.({ operation, key })
    signal?.throwIfAborted()
  }

  #find(key: string): MemoryObject {
    const found = this.#objects.find(key)
    if (!found) throw new ObjectStoreError('No such object', 'missing')
    return found
  }

  #store(key: string, content: Uint8Array, { mimeType, condition }: PutOptions): { version: string } {
    const before = this.#objects.find(key)?.facts
    if (condition) checkCondition(condition, before)
    if (Buffer.byteLength(key) > this.maxKeyBytes) throw new ObjectStoreError('The key is too long', 'invalid')
    const modifiedAt = new Date(Math.floor(currentTimeMs() / this.#timeStepMs) * this.#timeStepMs)
    const version = String(++this.#versions)
    const facts = {
      key,
      size: content.length,
      modifiedAt,
      createdAt: before?.createdAt ?? modifiedAt,
      mimeType,
      version,
    }
    this.#objects.add({ facts, content })
    return { version }
  }
}

function checkCondition(condition: ObjectCondition, before: ObjectFacts | undefined): void {
  if (condition.kind === 'absent') {
    if (before) throw new ObjectStoreError('There is such an object', 'exists')
  } else if (before?.version !== condition.version) {
    throw new ObjectStoreError('Another version', before ? 'changed' : 'missing')
  }
}

function* inPieces(content: Uint8Array): Generator<Buffer, void, undefined> {
  for (let offset = 0; offset < content.length; offset += bodyPieceBytes) {
    yield Buffer.from(content.subarray(offset, offset + bodyPieceBytes))
  }
}
