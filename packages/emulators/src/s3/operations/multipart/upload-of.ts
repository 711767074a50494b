import type { Upload } from '../../../objects/index.js'
import { invalidArgument, s3Failure } from '../../errors/s3-failure.js'
import type { S3Call } from '../../s3-call.js'

const mostParts = 10_000

/** The upload a request is about. Throws NoSuchUpload. */
export function uploadOf(call: S3Call): Upload {
  const id = call.query.get('uploadId') ?? ''
  const upload = call.bucket().uploads.find(id)
  if (upload !== undefined && upload.key === call.key) return upload
  throw s3Failure('NoSuchUpload', { details: { UploadId: id } })
}

export function partNumberOf(call: S3Call): number {
  const text = call.query.get('partNumber') ?? ''
  const number = Number(text)
  if (/^\d{1,5}$/.test(text) && number >= 1 && number <= mostParts) return number
  throw invalidArgument('partNumber', text, `Part number must be an integer between 1 and ${mostParts}, inclusive`)
}
