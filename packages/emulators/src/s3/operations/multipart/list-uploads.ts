import { compareKeys, type Upload } from '../../../objects/index.js'
import { notImplemented } from '../../errors/s3-failure.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../../s3-call.js'
import { element, elements, resultXml } from '../../xml/write-xml.js'
import { readEncoding } from '../list-objects.js'
import { readPageSize } from '../page-size.js'
import { showTime } from '../show-time.js'

const user = elements({ ID: 'emulator', DisplayName: 'emulator' })

/** Uploads behind the marker: of its key those behind the marked one, or none where only the key is given. */
function uploadsAfter(uploads: readonly Upload[], key: string, id: string): readonly Upload[] {
  const marked = uploads.findIndex((upload) => upload.key === key && upload.id === id)
  if (marked >= 0) return uploads.slice(marked + 1)
  return uploads.filter((upload) => key === '' || compareKeys(upload.key, key) > 0)
}

export function listUploads(call: S3Call): S3Answer {
  const { query } = call
  const prefix = query.get('prefix') ?? ''
  const bucket = call.bucket()
  call.require('list', prefix)
  if ((query.get('delimiter') ?? '') !== '') throw notImplemented('delimiter of ListMultipartUploads')
  const encode = readEncoding(call)
  const { asked, limit } = readPageSize(call, 'max-uploads')
  const [keyMarker, idMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '']
  const rest = uploadsAfter(bucket.uploads.all(), keyMarker, idMarker).filter(({ key }) => key.startsWith(prefix))
  const page = rest.slice(0, limit)
  const isTruncated = rest.length > page.length
  const last = isTruncated ? page.at(-1) : undefined
  const head = elements({
    Bucket: bucket.name,
    KeyMarker: encode(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: encode(last?.key ?? ''),
    NextUploadIdMarker: last?.id ?? '',
    Prefix: encode(prefix),
    EncodingType: query.get('encoding-type'),
    MaxUploads: Math.min(asked, 1000),
    IsTruncated: isTruncated,
  })
  const uploads = page.flatMap(({ key, id, startedAt }) => {
    const members = { Key: encode(key), UploadId: id, Initiator: user, Owner: user, StorageClass: 'STANDARD' }
    return element('Upload', elements({ ...members, Initiated: showTime(startedAt) }))
  })
  return xmlAnswer(resultXml('ListMultipartUploadsResult', [...head, ...uploads]))
}
