import type { BlobRequestConditions } from '@azure/storage-blob'
import type { ObjectCondition } from '@caisson/kit/object-store'

/** A condition in headers, which the service decides at once with the change. */
export function toConditions(condition: ObjectCondition | undefined): BlobRequestConditions {
  if (condition === undefined) return {}
  return condition.kind === 'absent' ? { ifNoneMatch: '*' } : { ifMatch: condition.version }
}

/** The headers that are stored with a blob. */
export function toHeaders(mimeType: string | undefined): { blobContentType?: string } {
  return mimeType === undefined ? {} : { blobContentType: mimeType }
}

/** The signal as an option: the SDK distinguishes absent from `undefined`. */
export function toAbort(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal }
}
