import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import type { CopyRequest } from '@caisson/kit/object-store'
import { copySource } from './copy-source.js'
import { describeObject } from './describe-object.js'
import { InParallel } from './in-parallel.js'
import { MultipartUpload } from './multipart-upload.js'
import type { UploadContext } from './upload-stream.js'

/** Copies an object that is too large for one request. All parts are of the version that `head` describes. */
export async function copyInParts(
  { requests, limits }: Pick<UploadContext, 'requests' | 'limits'>,
  request: CopyRequest,
  { bucket, head }: { readonly bucket: string; readonly head: HeadObjectCommandOutput | GetObjectCommandOutput },
): Promise<void> {
  const size = head.ContentLength ?? 0
  const partBytes = Math.max(limits.copyPartBytes, Math.ceil(size / limits.mostParts))
  const source = copySource(bucket, request.source)
  const parallel = new InParallel(limits.copiesAtOnce)
  const signals = [request.signal, parallel.signal].filter((signal) => signal !== undefined)
  const signal = AbortSignal.any(signals)
  const extraMs = partBytes / limits.bytesPerMs
  const upload = await MultipartUpload.begin(requests, request.destination, describeObject(head), request.signal)
  try {
    for (let start = 0, number = 1; start < size; start += partBytes, number++) {
      const range = `bytes=${start}-${Math.min(start + partBytes, size) - 1}`
      const part = { source, range, version: head.ETag }
      await parallel.add(async () => upload.copy(number, part, { signal, extraMs }))
    }
    await parallel.end()
  } catch (error) {
    parallel.fail(error)
    await parallel.end().catch(() => undefined)
    await upload.discard()
    throw error
  }
  await upload.completeOrDiscard(request.condition, { signal: request.signal, extraMs: limits.completionTimeMs })
}
