import { s3Failure } from '../errors/s3-failure.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../s3-call.js'
import { readXml, textOf } from '../xml/read-xml.js'
import { element, elements, resultXml } from '../xml/write-xml.js'
import { isBucketName } from './bucket-name.js'
import { showTime } from './show-time.js'

const owner = elements({ ID: 'emulator', DisplayName: 'emulator' })

export function listBuckets(call: S3Call): S3Answer {
  if (call.isAnonymous) throw s3Failure('AccessDenied')
  const buckets = call.state.store.buckets().flatMap(({ name, createdAt, settings }) => {
    return element('Bucket', elements({ Name: name, CreationDate: showTime(createdAt), BucketRegion: settings.region }))
  })
  return xmlAnswer(resultXml('ListAllMyBucketsResult', elements({ Owner: owner, Buckets: buckets })))
}

export function headBucket(call: S3Call): S3Answer {
  const bucket = call.bucket()
  call.require('list', '')
  return { status: 200, headers: { 'x-amz-bucket-region': bucket.settings.region, 'Content-Type': 'application/xml' } }
}

export function getBucketLocation(call: S3Call): S3Answer {
  const { region } = call.bucket().settings
  call.require('list', '')
  return xmlAnswer(resultXml('LocationConstraint', region === 'us-east-1' ? '' : region))
}

function readLocation(text: string): string | undefined {
  return text === '' ? undefined : textOf(readXml(text, 'CreateBucketConfiguration'), 'LocationConstraint')
}

export async function createBucket(call: S3Call): Promise<S3Answer> {
  call.require('manage', '')
  const { store, region } = call.state
  const name = call.bucketName
  if (!isBucketName(name)) throw s3Failure('InvalidBucketName', { details: { BucketName: name } })
  const hasBody = (call.header('content-length') ?? '0') !== '0' || call.header('transfer-encoding') !== undefined
  const location = (hasBody ? readLocation(await call.receiveText()) : undefined) ?? region
  if (store.bucket(name) !== undefined) throw s3Failure('BucketAlreadyOwnedByYou', { details: { BucketName: name } })
  store.createBucket(name, { region: location, publicRead: false })
  return { status: 200, headers: { Location: `/${name}` } }
}

export function deleteBucket(call: S3Call): S3Answer {
  call.require('manage', '')
  if (call.bucket().size > 0) throw s3Failure('BucketNotEmpty', { details: { BucketName: call.bucketName } })
  call.state.store.deleteBucket(call.bucketName)
  return { status: 204 }
}
