import type { CompletedPart, CreateMultipartUploadCommandInput, UploadPartCommandOutput } from '@aws-sdk/client-s3'
import { FilesystemError } from '@caisson/core/workspace'
import { conditionHeaders } from './conditions.js'
import { errorKind } from './error-kinds.js'
import { failureFacts } from './failure-facts.js'
import type { ObjectCondition } from '@caisson/kit/object-store'
import type { S3Requests, RequestLimit } from './s3-requests.js'
import { untilAborted } from './until-aborted.js'

type Description = Omit<CreateMultipartUploadCommandInput, 'Bucket' | 'Key'>
type PartResult = Pick<UploadPartCommandOutput, 'ETag' | 'ChecksumCRC32'>

/** An object that is made of parts. Nothing of it is visible before it is completed. */
export class MultipartUpload {
  readonly #requests: S3Requests
  readonly #key: string
  readonly #id: string
  readonly #parts = new Map<number, PartResult>()

  private constructor(requests: S3Requests, key: string, id: string) {
    this.#requests = requests
    this.#key = key
    this.#id = id
  }

  /**
   * Begins an upload. The request itself is not aborted, since an upload whose id was lost would be stored, and paid for,
   * for ever: when the signal is aborted meanwhile, what it began is undone.
   */
  static async begin(
    requests: S3Requests,
    key: string,
    description: Description,
    signal: AbortSignal | undefined,
  ): Promise<MultipartUpload> {
    signal?.throwIfAborted()
    const begun = requests.write(async ({ sdk, client, bucket, options }) => {
      const input = { Bucket: bucket, Key: key, ...description }
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(input), options)
      if (UploadId !== undefined) return new MultipartUpload(requests, key, UploadId)
      throw new FilesystemError(`The store began an upload without an id: ${key}`, 'EIO', key)
    })
    return untilAborted(begun, signal, async (upload) => upload.discard())
  }

  /** Uploads one part. Repeated as reads are: nobody else sees it, and the same number replaces it. */
  async upload(number: number, body: Uint8Array, limit: RequestLimit): Promise<void> {
    const result = await this.#requests.read(async ({ sdk, client, bucket, options }) => {
      const input = { Bucket: bucket, Key: this.#key, UploadId: this.#id, PartNumber: number, Body: body }
      return client.send(new sdk.UploadPartCommand(input), options)
    }, limit)
    this.#parts.set(number, result)
  }

  /** Makes one part of a range of an object in the store. */
  async copy(
    number: number,
    part: { source: string; range: string; version: string | undefined },
    limit: RequestLimit,
  ): Promise<void> {
    const result = await this.#requests.read(async ({ sdk, client, bucket, options }) => {
      const input = {
        Bucket: bucket,
        Key: this.#key,
        UploadId: this.#id,
        PartNumber: number,
        CopySource: part.source,
        CopySourceRange: part.range,
        CopySourceIfMatch: part.version,
      }
      return client.send(new sdk.UploadPartCopyCommand(input), options)
    }, limit)
    this.#parts.set(number, result.CopyPartResult ?? {})
  }

  async #complete(condition: ObjectCondition | undefined, limit: RequestLimit): Promise<void> {
    const parts = [...this.#parts].toSorted(([left], [right]) => left - right).map(toCompleted)
    await this.#requests.write(async ({ sdk, client, bucket, options }) => {
      const input = {
        Bucket: bucket,
        Key: this.#key,
        UploadId: this.#id,
        MultipartUpload: { Parts: parts },
        ...conditionHeaders(condition),
      }
      return client.send(new sdk.CompleteMultipartUploadCommand(input), options)
    }, limit)
  }

  /**
   * Removes what was uploaded, whatever the caller's signal says. Tells whether the store still knew of it. A failure is logged:
   * the caller has another one to tell.
   */
  async discard(): Promise<'discarded' | 'unknown' | 'failed'> {
    const input = { Key: this.#key, UploadId: this.#id }
    try {
      await this.#requests.read(async ({ sdk, client, bucket, options }) =>
        client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, ...input }), options),
      )
      return 'discarded'
    } catch (error) {
      if (failureFacts(error).name === 'NoSuchUpload') return 'unknown'
      this.#requests.logger.warn(`An unfinished upload of ${this.#key} is left in the bucket`, error)
      return 'failed'
    }
  }

  /** Completes the upload, or removes it. Where the answer gets lost, and nothing is left to remove, it was completed. */
  async completeOrDiscard(condition: ObjectCondition | undefined, limit: RequestLimit): Promise<void> {
    try {
      await this.#complete(condition, limit)
    } catch (error) {
      const isLost = errorKind(error) === 'unavailable'
      const outcome = await this.discard()
      if (!(isLost && outcome === 'unknown')) throw error
    }
  }
}

function toCompleted([PartNumber, { ETag, ChecksumCRC32 }]: [number, PartResult]): CompletedPart {
  return { PartNumber, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) }
}
