import { FilesystemError } from '@caisson/core/workspace'
import { abortableSource } from '@caisson/core/driver'
import { wholeOrBlocks, type PutOptions } from '@caisson/kit/object-store'
import { InParallel } from './in-parallel.js'
import { MultipartUpload } from './multipart-upload.js'
import type { S3Limits } from './s3-limits.js'
import type { S3Requests } from './s3-requests.js'

/** What an upload is made with. */
export interface UploadContext {
  readonly requests: S3Requests
  readonly limits: S3Limits
  /** Where parts carry checksums, and conditions hold for copies too. */
  readonly isAmazon: boolean
  /** Writes what fits into one request. */
  readonly put: (key: string, body: Uint8Array, options: PutOptions) => Promise<unknown>
}

/**
 * Writes an object from a stream: with one request when it is small, else in parts, a few at a time. Whatever goes wrong, the
 * parts are removed.
 */
export async function uploadStream(
  context: UploadContext,
  key: string,
  source: AsyncIterable<Uint8Array>,
  options: PutOptions,
): Promise<void> {
  const { requests, limits, isAmazon, put } = context
  const parallel = new InParallel(limits.uploadsAtOnce)
  const signal = options.signal === undefined ? parallel.signal : AbortSignal.any([options.signal, parallel.signal])
  const pieces = abortableSource(source, { path: key, operation: 'writeStream', signal })
  // All parts are of one size, as some stores demand.
  const { whole, blocks } = await wholeOrBlocks(pieces, () => limits.uploadPartBytes)
  if (blocks === undefined) {
    await put(key, whole, options)
    return
  }
  const description = { ContentType: options.mimeType, ...(isAmazon ? ({ ChecksumAlgorithm: 'CRC32' } as const) : {}) }
  const upload = await MultipartUpload.begin(requests, key, description, options.signal).catch(
    async (error: unknown) => {
      await pieces.return()
      throw error
    },
  )
  try {
    await sendParts(limits, { upload, parallel, signal }, blocks)
  } catch (error) {
    await upload.discard()
    throw error
  }
  await upload.completeOrDiscard(options.condition, { signal: options.signal, extraMs: limits.completionTimeMs })
}

interface Sending {
  readonly upload: MultipartUpload
  readonly parallel: InParallel
  readonly signal: AbortSignal
}

/** Ends only when no part is under way any more, or what is removed afterwards might come back. */
async function sendParts(
  limits: S3Limits,
  { upload, parallel, signal }: Sending,
  blocks: AsyncIterable<Uint8Array>,
): Promise<void> {
  let number = 0
  try {
    for await (const body of blocks) {
      number += 1
      if (number > limits.mostParts) throw tooLarge(limits)
      const part = number
      const extraMs = body.byteLength / limits.bytesPerMs
      await parallel.add(async () => upload.upload(part, body, { signal, extraMs }))
    }
  } catch (error) {
    parallel.fail(error)
  }
  await parallel.end()
}

function tooLarge({ mostParts, uploadPartBytes }: S3Limits): FilesystemError {
  const text = `A stream of unknown length may have ${mostParts * uploadPartBytes} bytes at most`
  return new FilesystemError(text, 'ENOSPC', '')
}
