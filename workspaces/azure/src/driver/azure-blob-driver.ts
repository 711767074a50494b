import { Readable } from 'node:stream'
import {
  ObjectStoreError,
  whileBusy,
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
import type { AzureContainer } from './azure-account.js'
import { createAzureClients, type AzureClients } from './azure-clients.js'
import { toFacts, wholeSize } from './blob-facts.js'
import { toAbort, toConditions, toHeaders } from './conditions.js'
import { copyBlob } from './copy-blob.js'
import { deleteBlobs } from './delete-blobs.js'
import { azureErrorKind } from './error-kind.js'
import { findFolder, isFolder } from './folders.js'
import { listBlobs } from './list-blobs.js'
import { redact } from './redact.js'
import { blockSizeBytes, stageBlocks } from './stage-blocks.js'

/** Blobs of one container, by the vendor's SDK, which is loaded by the first request. */
export class AzureBlobDriver implements ObjectStoreDriver {
  readonly provider = 'azure-blob'
  /** What one batch may hold. */
  readonly deleteBatch = 256
  /** The service counts 1024 characters, which are at most three bytes each. */
  readonly maxKeyBytes = 3072
  readonly #account: AzureContainer
  #clients: Promise<AzureClients> | undefined
  #loaded: AzureClients | undefined

  constructor(account: AzureContainer) {
    this.#account = account
  }

  get bucket(): string {
    return this.#account.container
  }

  /** The clients, once the first request or `load` has made them. */
  get loaded(): AzureClients | undefined {
    return this.#loaded
  }

  /** Loads the SDK and makes its clients; sends nothing. A failure is tried again by the next call. */
  async load(): Promise<AzureClients> {
    this.#clients ??= createAzureClients(this.#account)
    try {
      this.#loaded = await this.#clients
      return this.#loaded
    } catch (error) {
      this.#clients = undefined
      throw error
    }
  }

  /** Lists one blob, which a signature may allow that does not allow to ask for the container. */
  async check(signal?: AbortSignal): Promise<void> {
    try {
      await this.list({ prefix: '', limit: 1, signal })
    } catch (error) {
      if (this.classifyError(error) !== 'missing') throw error
      throw new ObjectStoreError('Nothing can be listed', 'noBucket', { cause: error })
    }
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    const { reader } = await this.#open(key)
    try {
      const blob = await safely(reader.getBlobClient(key).getProperties(toAbort(signal)))
      return isFolder(blob.metadata) ? undefined : toFacts(key, blob)
    } catch (error) {
      if (this.classifyError(error) === 'missing') return safely(findFolder(reader, key, signal))
      throw error
    }
  }

  async get(key: string, options: GetOptions): Promise<{ facts: ObjectFacts; body: Readable }> {
    const { start = 0, end, version, signal } = options
    const { reader } = await this.#open(key)
    const count = end === undefined ? undefined : end - start + 1
    const conditions = version === undefined ? {} : { ifMatch: version }
    // A body that is cut goes on where it ended, by the same version, or is an error.
    const request = reader.getBlobClient(key).download(start, count, { conditions, ...toAbort(signal) })
    const answer = await safely(request)
    const body = toReadable(answer.readableStreamBody)
    if (isFolder(answer.metadata)) {
      body.destroy()
      throw new ObjectStoreError('It stands for a directory', 'missing')
    }
    const facts = toFacts(key, answer, wholeSize(answer.contentRange) ?? answer.contentLength)
    return { facts, body }
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ version?: string | undefined }> {
    const { mimeType, condition, signal } = options
    const { writer } = await this.#open(key)
    const upload = async (): Promise<{ etag?: string }> =>
      writer.getBlockBlobClient(key).upload(body, body.byteLength, {
        conditions: toConditions(condition),
        blobHTTPHeaders: toHeaders(mimeType),
        ...toAbort(signal),
      })
    return { version: (await this.#change(upload, options)).etag }
  }

  async putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void> {
    const { writer } = await this.#open(key)
    const { whole, blocks } = await wholeOrBlocks(source, blockSizeBytes)
    if (blocks === undefined) {
      await this.put(key, whole, options)
      return
    }
    const { mimeType, condition, signal } = options
    const blob = writer.getBlockBlobClient(key)
    const ids = await safely(stageBlocks(blob, blocks, signal))
    const commit = async (): Promise<unknown> =>
      blob.commitBlockList(ids, {
        conditions: toConditions(condition),
        blobHTTPHeaders: toHeaders(mimeType),
        ...toAbort(signal),
      })
    await this.#change(commit, options)
  }

  async copy(request: CopyRequest): Promise<void> {
    const clients = await this.#open(request.source, request.destination)
    const facts = request.facts ?? (await this.#existing(request))
    await this.#change(async () => copyBlob(clients, request, facts), request)
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]> {
    const clients = await this.#open(...keys)
    return this.#change(async () => deleteBlobs(clients, keys, signal), { signal })
  }

  async list(request: ListRequest): Promise<ObjectPage> {
    const { reader } = await this.load()
    return safely(listBlobs(reader, request))
  }

  classifyError(error: unknown): ObjectErrorKind {
    return ObjectStoreError.isInstance(error) ? error.kind : azureErrorKind(error)
  }

  /** The service takes a backslash for a slash, so that such a key would be another one. */
  async #open(...keys: readonly string[]): Promise<AzureClients> {
    const clients = await this.load()
    if (!keys.some((key) => key.includes('\\'))) return clients
    throw new ObjectStoreError('A backslash is no part of a name', 'invalid')
  }

  /** The source of a copy; that it is missing is an error here. */
  async #existing({ source, signal }: CopyRequest): Promise<ObjectFacts> {
    const facts = await this.head(source, signal)
    if (facts !== undefined) return facts
    throw new ObjectStoreError('There is nothing to copy', 'missing')
  }

  /** Some answers to "only if absent" are the same as those to "only if unchanged". */
  async #change<Answer>(
    work: () => Promise<Answer>,
    { condition, signal }: Pick<PutOptions, 'condition' | 'signal'>,
  ): Promise<Answer> {
    try {
      return await safely(whileBusy(azureErrorKind, work, signal))
    } catch (error) {
      if (condition?.kind !== 'absent' || azureErrorKind(error) !== 'changed') throw error
      throw new ObjectStoreError('It is there already', 'exists', { cause: error })
    }
  }
}

/** Nothing secret is in what goes wrong. */
async function safely<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    redact(error)
    throw error
  }
}

function toReadable(body: NodeJS.ReadableStream | undefined): Readable {
  return body instanceof Readable ? body : Readable.from(body ?? [])
}
