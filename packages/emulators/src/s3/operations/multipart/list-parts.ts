import { invalidArgument } from '../../errors/s3-failure.js'
import { checksumElements } from '../../payload/checksums.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../../s3-call.js'
import { element, elements, resultXml } from '../../xml/write-xml.js'
import { quote } from '../object-headers.js'
import { readPageSize } from '../page-size.js'
import { showTime } from '../show-time.js'
import { uploadOf } from './upload-of.js'

const user = elements({ ID: 'emulator', DisplayName: 'emulator' })

function markerOf(call: S3Call): number {
  const text = call.query.get('part-number-marker') ?? '0'
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw invalidArgument('part-number-marker', text, 'Provided part-number-marker is not an integer')
}

export function listParts(call: S3Call): S3Answer {
  call.require('write', call.key)
  const upload = uploadOf(call)
  const { asked, limit } = readPageSize(call, 'max-parts')
  const marker = markerOf(call)
  const rest = upload.parts.filter(({ number }) => number > marker)
  const page = rest.slice(0, limit)
  const parts = page.flatMap(({ number, modifiedAt, etag, content, digests }) => {
    const members = { PartNumber: number, LastModified: showTime(modifiedAt), ETag: quote(etag), Size: content.size }
    return element('Part', elements({ ...members, ...checksumElements(digests) }))
  })
  const head = elements({
    Bucket: call.bucketName,
    Key: call.key,
    UploadId: upload.id,
    Initiator: user,
    Owner: user,
    StorageClass: 'STANDARD',
    PartNumberMarker: marker,
    NextPartNumberMarker: page.at(-1)?.number ?? 0,
    MaxParts: Math.min(asked, 1000),
    IsTruncated: rest.length > page.length,
  })
  return xmlAnswer(resultXml('ListPartsResult', [...head, ...parts]))
}
