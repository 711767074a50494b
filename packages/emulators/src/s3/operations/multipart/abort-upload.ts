import type { S3Answer, S3Call } from '../../s3-call.js'
import { uploadOf } from './upload-of.js'

export function abortUpload(call: S3Call): S3Answer {
  call.require('write', call.key)
  const { id } = uploadOf(call)
  call.bucket().uploads.remove(id)
  return { status: 204 }
}
