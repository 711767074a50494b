import { type S3Answer, type S3Call, xmlAnswer } from '../../s3-call.js'
import { elements, resultXml } from '../../xml/write-xml.js'
import { readDraft } from '../object-headers.js'
import { keepUploadChecksum, readUploadChecksum } from './upload-checksum.js'

export function createUpload(call: S3Call): S3Answer {
  call.require('write', call.key)
  const bucket = call.bucket()
  const draft = readDraft(call)
  const checksum = readUploadChecksum(call)
  const attributes = { ...draft.attributes, ...keepUploadChecksum(checksum) }
  const { id } = bucket.uploads.start(call.key, { ...draft, attributes })
  const result = elements({ Bucket: call.bucketName, Key: call.key, UploadId: id })
  const headers =
    checksum === undefined
      ? {}
      : { 'x-amz-checksum-algorithm': checksum.name.toUpperCase(), 'x-amz-checksum-type': checksum.type }
  return xmlAnswer(resultXml('InitiateMultipartUploadResult', result), headers)
}
