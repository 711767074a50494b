import { copyObject } from '../operations/copy-object.js'
import { createBucket, deleteBucket, getBucketLocation, headBucket, listBuckets } from '../operations/buckets.js'
import { deleteObject } from '../operations/delete-object.js'
import { deleteObjects } from '../operations/delete-objects.js'
import { getObject } from '../operations/get-object.js'
import { listObjects, listObjectsV2 } from '../operations/list-objects.js'
import { abortUpload } from '../operations/multipart/abort-upload.js'
import { completeUpload } from '../operations/multipart/complete-upload.js'
import { createUpload } from '../operations/multipart/create-upload.js'
import { listParts } from '../operations/multipart/list-parts.js'
import { listUploads } from '../operations/multipart/list-uploads.js'
import { uploadPart, uploadPartCopy } from '../operations/multipart/upload-part.js'
import { putObject } from '../operations/put-object.js'
import type { S3Handler } from '../s3-call.js'

/** How a request is recognized, and who answers it. */
export interface Operation {
  /** The vendor's name, by which the journal and ordered faults know it. */
  readonly name: string
  readonly method: string
  readonly on: 'service' | 'bucket' | 'object'
  /** A parameter that must be there; its value is the operation's own. */
  readonly parameter?: string | undefined
  readonly header?: string | undefined
  readonly handle: S3Handler
}

const copySource = 'x-amz-copy-source'

/** Of several that fit, the first. */
export const operations: readonly Operation[] = [
  { name: 'ListBuckets', method: 'GET', on: 'service', handle: listBuckets },
  { name: 'GetBucketLocation', method: 'GET', on: 'bucket', parameter: 'location', handle: getBucketLocation },
  { name: 'ListMultipartUploads', method: 'GET', on: 'bucket', parameter: 'uploads', handle: listUploads },
  { name: 'ListObjectsV2', method: 'GET', on: 'bucket', parameter: 'list-type', handle: listObjectsV2 },
  { name: 'ListObjects', method: 'GET', on: 'bucket', handle: listObjects },
  { name: 'HeadBucket', method: 'HEAD', on: 'bucket', handle: headBucket },
  { name: 'CreateBucket', method: 'PUT', on: 'bucket', handle: createBucket },
  { name: 'DeleteBucket', method: 'DELETE', on: 'bucket', handle: deleteBucket },
  { name: 'DeleteObjects', method: 'POST', on: 'bucket', parameter: 'delete', handle: deleteObjects },
  { name: 'ListParts', method: 'GET', on: 'object', parameter: 'uploadId', handle: listParts },
  { name: 'GetObject', method: 'GET', on: 'object', handle: getObject },
  { name: 'HeadObject', method: 'HEAD', on: 'object', handle: getObject },
  {
    name: 'UploadPartCopy',
    method: 'PUT',
    on: 'object',
    parameter: 'uploadId',
    header: copySource,
    handle: uploadPartCopy,
  },
  { name: 'UploadPart', method: 'PUT', on: 'object', parameter: 'uploadId', handle: uploadPart },
  { name: 'CopyObject', method: 'PUT', on: 'object', header: copySource, handle: copyObject },
  { name: 'PutObject', method: 'PUT', on: 'object', handle: putObject },
  { name: 'CreateMultipartUpload', method: 'POST', on: 'object', parameter: 'uploads', handle: createUpload },
  { name: 'CompleteMultipartUpload', method: 'POST', on: 'object', parameter: 'uploadId', handle: completeUpload },
  { name: 'AbortMultipartUpload', method: 'DELETE', on: 'object', parameter: 'uploadId', handle: abortUpload },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', handle: deleteObject },
]
