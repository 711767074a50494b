import type { Readable } from 'node:stream'
import {
  ObjectStoreError,
  wholeOrBlocks,
  type CopyRequest,
  type GetOptions,
  type ListRequest,
  type NativeEntries,
  type ObjectErrorKind,
  type ObjectFacts,
  type ObjectPage,
  type ObjectStoreDriver,
  type PutOptions,
} from '@caisson/kit/object-store'
import { PlatformApiError, type PlatformCall, type PlatformClient } from '../client/index.js'
import { conditionHeaders } from './conditions.js'
import { platformErrorKind } from './error-kind.js'
import { nativeEntries } from './native-entries.js'
import { objectPath } from './object-address.js'
import { factsFromHeaders, pageAnswer, sizeFromHeaders } from './object-facts.js'
import { openContent } from './open-content.js'
import { StoreRequests } from './store-requests.js'

/** A stream is sent in one request, and so much of it is read before. */
const heldBytes = 5 * 1024 * 1024
/** An upload may take long. */
const uploadLimitMs = 60 * 60_000
/** What is packed on its way has no size. */
const unpacked = { 'accept-encoding': 'identity' }

/** Files of one bucket of the platform. */
export class PlatformStoreDriver implements ObjectStoreDriver {
  readonly provider = 'platform'
  readonly bucket: string
  /** Each key is a request of its own. */
  readonly deleteBatch = 1
  readonly maxKeyBytes = 1024
  readonly entries: NativeEntries
  readonly #requests: StoreRequests

  constructor(client: PlatformClient, bucket: string) {
    this.#requests = new StoreRequests(client)
    this.bucket = bucket
    this.entries = nativeEntries(this.#requests, bucket)
  }

  async check(signal?: AbortSignal): Promise<void> {
    await this.list({ prefix: '', limit: 1, signal })
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    const headers = await this.#headersOf(key, signal)
    if (headers === undefined) return undefined
    const size = sizeFromHeaders(headers)
    if (size !== undefined) return factsFromHeaders(key, headers, size)
    // A listing has it; of all that begins like that, this key comes first.
    const { objects } = await this.list({ prefix: key, limit: 1, signal })
    return objects[0]?.key === key ? factsFromHeaders(key, headers, objects[0].size) : undefined
  }

  async get(key: string, options: GetOptions): Promise<{ facts: ObjectFacts; body: Readable }> {
    const { start = 0, end, version, signal } = options
    const headers = {
      ...unpacked,
      ...(start === 0 && end === undefined ? {} : { range: `bytes=${start}-${end ?? ''}` }),
      ...(version === undefined ? {} : { 'if-match': version }),
    }
    const response = await this.#requests.open(this.#about('read a file', 'GET', key, { headers, signal }))
    return openContent(key, response, options)
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ version?: string | undefined }> {
    return { version: await this.#put(key, body, options) }
  }

  /** In one request, which the store sees the end of or drops as a whole. */
  async putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void> {
    const { whole, blocks } = await wholeOrBlocks(source, () => heldBytes)
    await this.#put(key, blocks ?? whole, options)
  }

  async copy(request: CopyRequest): Promise<void> {
    await this.entries.copyFile(request)
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]> {
    const failures: { key: string; error: unknown }[] = []
    for (const key of keys) {
      try {
        await this.#requests.done(this.#about('delete a file', 'DELETE', key, { signal }))
      } catch (error) {
        if (platformErrorKind(error) !== 'missing') failures.push({ key, error })
      }
    }
    return failures
  }

  async list({ prefix, delimiter, from, limit, signal }: ListRequest): Promise<ObjectPage> {
    const query = { prefix, delimiter, cursor: from, limit: limit === undefined ? undefined : String(limit) }
    const call = { operation: 'list files', method: 'GET', path: objectPath(this.bucket, ''), query, signal } as const
    return this.#requests.json(call, pageAnswer)
  }

  classifyError(error: unknown): ObjectErrorKind {
    return platformErrorKind(error)
  }

  async #headersOf(key: string, signal: AbortSignal | undefined): Promise<Headers | undefined> {
    const call = this.#about('look at a file', 'HEAD', key, { headers: unpacked, signal })
    try {
      return (await this.#requests.done(call)).headers
    } catch (error) {
      // An answer to HEAD has no body that could tell a missing bucket from a missing file.
      if (error instanceof PlatformApiError && error.status === 404) return undefined
      throw error
    }
  }

  async #put(key: string, body: PlatformCall['body'], options: PutOptions): Promise<string | undefined> {
    const { mimeType = 'application/octet-stream', condition, signal } = options
    const headers = { 'content-type': mimeType, ...conditionHeaders(condition) }
    const call = { ...this.#about('write a file', 'PUT', key, { headers, signal }), body, limitMs: uploadLimitMs }
    try {
      const answer = await this.#requests.done(call)
      return answer.headers.get('etag') ?? undefined
    } catch (error) {
      const kind = platformErrorKind(error)
      // A write is about no object that has to exist.
      if (kind === 'missing') throw new ObjectStoreError('There is no such bucket', 'noBucket', { cause: error })
      if (kind !== 'changed' || condition?.kind !== 'absent') throw error
      throw new ObjectStoreError('It is there already', 'exists', { cause: error })
    }
  }

  #about(
    operation: string,
    method: PlatformCall['method'],
    key: string,
    more: Pick<PlatformCall, 'headers' | 'signal'>,
  ): PlatformCall {
    return { operation, method, path: objectPath(this.bucket, key), ...more }
  }
}
