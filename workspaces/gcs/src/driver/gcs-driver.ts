import type { Readable } from 'node:stream'
import {
  ObjectStoreError,
  wholeOrBlocks,
  type CopyRequest,
  type GetOptions,
  type ListRequest,
  type ObjectErrorKind,
  type ObjectFacts,
  type ObjectPage,
  type ObjectStoreDriver,
  type PutOptions,
} from '@caisson/kit/object-store'
import { objectAddress } from './addresses.js'
import { toAbort } from './conditions.js'
import { copyObject } from './copy-object.js'
import { deleteObjects } from './delete-objects.js'
import { gcsErrorKind } from './error-kind.js'
import type { GCSBucket } from './gcs-bucket.js'
import { createGCSClients, type GCSClients } from './gcs-clients.js'
import { listObjects } from './list-objects.js'
import { objectFields, toFacts } from './object-facts.js'
import { openObject } from './open-object.js'
import { beginUpload, putObject } from './put-object.js'
import { pieceSizeBytes, uploadPieces } from './resumable-upload.js'
import { read } from './send.js'

/** Objects of one bucket, by the vendor's SDK, which is loaded by the first request. */
export class GCSDriver implements ObjectStoreDriver {
  readonly provider = 'gcs'
  /** Each key is a request of its own; so many are told of at once. */
  readonly deleteBatch = 100
  readonly maxKeyBytes = 1024
  readonly #bucket: GCSBucket
  #clients: Promise<GCSClients> | undefined
  #loaded: GCSClients | undefined

  constructor(bucket: GCSBucket) {
    this.#bucket = bucket
  }

  get bucket(): string {
    return this.#bucket.name
  }

  /** The clients, once the first request or `load` has made them. */
  get loaded(): GCSClients | undefined {
    return this.#loaded
  }

  /** Loads the SDK, finds credentials and makes clients; sends nothing to the bucket. A failure is tried again by the next call. */
  async load(): Promise<GCSClients> {
    this.#clients ??= createGCSClients(this.#bucket)
    try {
      this.#loaded = await this.#clients
      return this.#loaded
    } catch (error) {
      this.#clients = undefined
      throw error
    }
  }

  /** Lists one object, which roles for objects allow; to ask for the bucket takes another right. */
  async check(signal?: AbortSignal): Promise<void> {
    await this.list({ prefix: '', limit: 1, signal })
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    const clients = await this.load()
    const url = objectAddress(this.#bucket, key)
    try {
      const { body } = await read(clients, { url, params: { fields: objectFields }, ...toAbort(signal) })
      return toFacts(key, body)
    } catch (error) {
      if (gcsErrorKind(error) === 'missing') return undefined
      throw error
    }
  }

  async get(key: string, options: GetOptions): Promise<{ facts: ObjectFacts; body: Readable }> {
    return openObject(await this.load(), this.#bucket, key, options)
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ version?: string | undefined }> {
    const clients = await this.load()
    const request = putObject(clients, this.#bucket, key, body, options)
    return { version: await this.#upload(request, options) }
  }

  async putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void> {
    const clients = await this.load()
    const { whole, blocks } = await wholeOrBlocks(source, () => pieceSizeBytes)
    if (blocks === undefined) {
      await this.put(key, whole, options)
      return
    }
    const session = await this.#upload(beginUpload(clients, this.#bucket, key, options), options)
    await this.#upload(uploadPieces(clients, session, blocks, options.signal), options)
  }

  async copy(request: CopyRequest): Promise<void> {
    await this.#change(copyObject(await this.load(), this.#bucket, request), request)
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]> {
    return deleteObjects(await this.load(), this.#bucket, keys, signal)
  }

  async list(request: ListRequest): Promise<ObjectPage> {
    return this.#ofBucket(listObjects(await this.load(), this.#bucket, request))
  }

  classifyError(error: unknown): ObjectErrorKind {
    return ObjectStoreError.isInstance(error) ? error.kind : gcsErrorKind(error)
  }

  async #upload<Answer>(request: Promise<Answer>, options: PutOptions): Promise<Answer> {
    return this.#ofBucket(this.#change(request, options))
  }

  /** The answers to "only if absent" are the same as those to "only if unchanged". */
  async #change<Answer>(request: Promise<Answer>, { condition }: Pick<PutOptions, 'condition'>): Promise<Answer> {
    try {
      return await request
    } catch (error) {
      if (condition?.kind !== 'absent' || gcsErrorKind(error) !== 'changed') throw error
      throw new ObjectStoreError('It is there already', 'exists', { cause: error })
    }
  }

  /** The service says of buckets and of objects alike that they are not found; these requests are about no object that exists. */
  async #ofBucket<Answer>(request: Promise<Answer>): Promise<Answer> {
    try {
      return await request
    } catch (error) {
      if (gcsErrorKind(error) !== 'missing') throw error
      throw new ObjectStoreError('There is no such bucket', 'noBucket', { cause: error })
    }
  }
}
