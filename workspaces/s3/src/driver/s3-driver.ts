import { Readable } from 'node:stream'
import { FilesystemError, type Logger } from '@caisson/core/workspace'
import type {
  CopyRequest,
  GetOptions,
  ListRequest,
  ObjectErrorKind,
  ObjectFacts,
  ObjectPage,
  ObjectStoreDriver,
  PutOptions,
} from '@caisson/kit/object-store'
import { conditionHeaders, refusalOf } from './conditions.js'
import { copyObject } from './copy-object.js'
import { decodeListed } from './decode-listed.js'
import { deleteKeys } from './delete-keys.js'
import { errorKind } from './error-kinds.js'
import { headObject } from './head-object.js'
import { factsOf, listedFacts } from './object-facts.js'
import type { S3Connection } from './s3-connection.js'
import type { S3Limits } from './s3-limits.js'
import { S3Requests } from './s3-requests.js'
import { uploadStream, type UploadContext } from './upload-stream.js'

/** What a driver is made of. */
export interface S3DriverConfig {
  readonly connection: S3Connection
  readonly limits: S3Limits
  /** Without outer slashes; keys may be allowed to see only what is below it. */
  readonly prefix: string
  /** Where warnings go at the moment. */
  readonly log: { readonly target: Logger }
}

/** Objects in a bucket that speaks the protocol of S3. */
export class S3Driver implements ObjectStoreDriver {
  readonly provider = 's3'
  readonly deleteBatch = 1000
  readonly maxKeyBytes = 1024
  readonly #config: S3DriverConfig
  readonly #requests: S3Requests
  /** What refusals of conditions mean. */
  readonly #refusals = new WeakMap<object, ObjectErrorKind>()

  constructor(config: S3DriverConfig) {
    this.#config = config
    this.#requests = new S3Requests(config.connection, config.limits.answerTimeMs, config.log)
  }

  get bucket(): string {
    return this.#config.connection.options.bucket
  }

  /** Asks for one entry below the prefix: that needs no other right than listing, and its refusal says why. */
  async check(signal?: AbortSignal): Promise<void> {
    const { prefix } = this.#config
    await this.list({ prefix: prefix === '' ? '' : `${prefix}/`, limit: 1, signal })
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    const answer = await headObject(this.#requests, key, signal)
    return answer === undefined ? undefined : factsOf(key, answer)
  }

  async get(key: string, { start, end, version, signal }: GetOptions): Promise<{ facts: ObjectFacts; body: Readable }> {
    const isWhole = (start === undefined || start === 0) && end === undefined
    const Range = isWhole ? undefined : `bytes=${start ?? 0}-${end ?? ''}`
    const answer = await this.#requests.read(
      async ({ sdk, client, bucket, options }) =>
        client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: key, Range, IfMatch: version }), options),
      { signal },
    )
    if (answer.Body instanceof Readable) return { facts: factsOf(key, answer), body: answer.Body }
    throw new FilesystemError(`The store sent no content: ${key}`, 'EIO', key)
  }

  async put(key: string, body: Uint8Array, options: PutOptions): Promise<{ version?: string | undefined }> {
    const { mimeType, condition, signal } = options
    const extraMs = body.byteLength / this.#config.limits.bytesPerMs
    const { ETag } = await this.#conditional(condition, async () =>
      this.#requests.write(
        async (context) => {
          const input = {
            Bucket: context.bucket,
            Key: key,
            Body: body,
            ContentType: mimeType,
            ...conditionHeaders(condition),
          }
          return context.client.send(new context.sdk.PutObjectCommand(input), context.options)
        },
        { signal, extraMs },
      ),
    )
    return { version: ETag }
  }

  async putStream(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<void> {
    await this.#conditional(options.condition, async () => uploadStream(this.#uploads(), key, source, options))
  }

  async copy(request: CopyRequest): Promise<void> {
    const context = { ...this.#uploads(), bucket: this.bucket }
    await this.#conditional(request.condition, async () => copyObject(context, request))
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<readonly { key: string; error: unknown }[]> {
    return deleteKeys({ requests: this.#requests, isAmazon: this.#isAmazon, signal }, keys)
  }

  async list({ prefix, delimiter, from, limit, signal }: ListRequest): Promise<ObjectPage> {
    const page = await this.#requests.read(
      async ({ sdk, client, bucket, options }) => {
        const wanted = { Prefix: prefix, Delimiter: delimiter, ContinuationToken: from, MaxKeys: limit }
        return client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, ...wanted, EncodingType: 'url' }), options)
      },
      { signal },
    )
    const decode = (text = ''): string => decodeListed(text, page.EncodingType)
    return {
      objects: (page.Contents ?? []).map((object) => listedFacts(decode(object.Key), object)),
      prefixes: (page.CommonPrefixes ?? []).map((common) => decode(common.Prefix)),
      next: page.IsTruncated === true ? page.NextContinuationToken : undefined,
    }
  }

  classifyError(error: unknown): ObjectErrorKind {
    const refusal = typeof error === 'object' && error !== null ? this.#refusals.get(error) : undefined
    return refusal ?? errorKind(error)
  }

  close(): void {
    this.#config.connection.close()
  }

  get #isAmazon(): boolean {
    return this.#config.connection.options.endpoint === undefined
  }

  #uploads(): UploadContext {
    return {
      requests: this.#requests,
      limits: this.#config.limits,
      isAmazon: this.#isAmazon,
      put: async (key, body, options) => this.put(key, body, options),
    }
  }

  /** Notes what a refusal means, since only here is known what was asked. */
  async #conditional<Result>(condition: PutOptions['condition'], step: () => Promise<Result>): Promise<Result> {
    try {
      return await step()
    } catch (error) {
      const kind = refusalOf(error, condition)
      if (kind !== undefined && typeof error === 'object' && error !== null) this.#refusals.set(error, kind)
      throw error
    }
  }
}
