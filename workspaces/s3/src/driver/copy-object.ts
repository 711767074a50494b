import { ObjectStoreError, type CopyRequest } from '@caisson/kit/object-store'
import { conditionHeaders } from './conditions.js'
import { copyInParts } from './copy-in-parts.js'
import { copySource } from './copy-source.js'
import { createCopy } from './create-copy.js'
import { failureFacts } from './failure-facts.js'
import { headObject } from './head-object.js'
import type { UploadContext } from './upload-stream.js'

type CopyContext = UploadContext & { readonly bucket: string }

/** What S3 answers when the source is too large for one request. */
const tooLargeCodes: ReadonlySet<string> = new Set(['InvalidRequest', 'EntityTooLarge'])

/** Copies within the bucket: with one request up to the limit of the store, else in parts. */
export async function copyObject(context: CopyContext, request: CopyRequest): Promise<void> {
  if (!context.isAmazon && request.condition?.kind === 'absent') return createCopy(context, request)
  const { copyBytes } = context.limits
  if ((request.facts?.size ?? 0) > copyBytes) return copyLarge(context, request)
  try {
    await copyAtOnce(context, request)
  } catch (error) {
    const isUnknown = request.facts === undefined && tooLargeCodes.has(failureFacts(error).name)
    if (!isUnknown) throw error
    const head = await headObject(context.requests, request.source, request.signal)
    if ((head?.ContentLength ?? 0) <= copyBytes) throw error
    await copyLarge(context, request)
  }
}

async function copyAtOnce({ requests, limits, bucket }: CopyContext, request: CopyRequest): Promise<void> {
  const { source, destination, condition, facts, signal } = request
  const input = { Key: destination, CopySource: copySource(bucket, source), ...conditionHeaders(condition) }
  await requests.write(
    async ({ sdk, client, options }) => client.send(new sdk.CopyObjectCommand({ Bucket: bucket, ...input }), options),
    // Within the store bytes move faster than to it.
    { signal, extraMs: (facts?.size ?? limits.copyBytes) / limits.bytesPerMs / 16 },
  )
}

async function copyLarge(context: CopyContext, request: CopyRequest): Promise<void> {
  const head = await headObject(context.requests, request.source, request.signal)
  if (head === undefined) throw new ObjectStoreError('There is no object with this key', 'missing')
  await copyInParts(context, request, { bucket: context.bucket, head })
}
