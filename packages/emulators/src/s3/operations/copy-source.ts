import type { StoredObject } from '../../objects/index.js'
import { invalidArgument, notImplemented, s3Failure } from '../errors/s3-failure.js'
import { decodePercent } from '../request/percent.js'
import type { S3Call } from '../s3-call.js'
import { checkSource } from './conditions.js'

export interface CopySource {
  readonly bucket: string
  readonly key: string
  readonly object: StoredObject
}

/** The object that is to be copied, which the caller may read and which is the one wanted. */
export function readCopySource(call: S3Call): CopySource {
  const header = call.header('x-amz-copy-source') ?? ''
  const [address = '', query] = header.split('?')
  if (query !== undefined) throw notImplemented(`x-amz-copy-source with ${query}`)
  const path = decodePercent(address).replace(/^\//, '')
  const position = path.indexOf('/')
  const [bucket, key] = [path.slice(0, Math.max(position, 0)), path.slice(position + 1)]
  if (position < 1 || key === '') {
    throw invalidArgument(
      'x-amz-copy-source',
      header,
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    )
  }
  const object = call.object(key, bucket)
  checkSource(call, object)
  return { bucket, key, object }
}

/** Throws InvalidRequest for more than one request may copy. */
export function checkCopySize(call: S3Call, size: number): void {
  const { largestCopyBytes } = call.state.limits
  if (size <= largestCopyBytes) return
  const message = `The specified copy source is larger than the maximum allowable size for a copy source: ${largestCopyBytes}`
  throw s3Failure('InvalidRequest', { message })
}
