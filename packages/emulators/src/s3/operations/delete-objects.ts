import { HttpFailure } from '../../http/http-failure.js'
import { notImplemented, s3Failure } from '../errors/s3-failure.js'
import { checksumNames } from '../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../s3-call.js'
import { childrenOf, type ReadElement, readXml, textOf } from '../xml/read-xml.js'
import { element, elements, resultXml, type XmlElement } from '../xml/write-xml.js'
import { checkExpected } from './conditions.js'

const mostKeys = 1000

/** The body could be anything otherwise, and what it names is lost. */
function requireChecksum(call: S3Call): void {
  const names = ['content-md5', ...checksumNames.map((name) => `x-amz-checksum-${name}`)]
  const isAnnounced = names.includes(call.header('x-amz-trailer') ?? '')
  if (isAnnounced || names.some((name) => call.header(name) !== undefined)) return
  throw s3Failure('InvalidRequest', { message: 'Missing required header for this request: Content-MD5' })
}

function deleteOne(call: S3Call, item: ReadElement, key: string): void {
  if (textOf(item, 'VersionId') !== undefined) throw notImplemented('VersionId')
  call.require('write', key)
  const expected = textOf(item, 'ETag')
  call.bucket().delete(key, (current) => {
    if (expected !== undefined) checkExpected(current, expected)
  })
}

/** What is told of one key; nothing of a success where the client wants it quiet. */
function answerOne(call: S3Call, item: ReadElement, isQuiet: boolean): XmlElement[] {
  const key = textOf(item, 'Key')
  if (key === undefined || key === '') throw s3Failure('MalformedXML')
  try {
    deleteOne(call, item, key)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    return element('Error', elements({ Key: key, Code: error.code, Message: error.message }))
  }
  return isQuiet ? [] : element('Deleted', elements({ Key: key }))
}

export async function deleteObjects(call: S3Call): Promise<S3Answer> {
  call.bucket()
  requireChecksum(call)
  const root = readXml(await call.receiveText(), 'Delete')
  const items = childrenOf(root, 'Object')
  if (items.length === 0 || items.length > mostKeys) throw s3Failure('MalformedXML')
  const isQuiet = textOf(root, 'Quiet') === 'true'
  const answers = items.flatMap((item) => answerOne(call, item, isQuiet))
  return xmlAnswer(resultXml('DeleteResult', answers))
}
