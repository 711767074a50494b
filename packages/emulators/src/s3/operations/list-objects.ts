import type { ObjectPage, StoredObject } from '../../objects/index.js'
import { invalidArgument } from '../errors/s3-failure.js'
import { encodeListed } from '../request/percent.js'
import { type S3Answer, type S3Call, xmlAnswer } from '../s3-call.js'
import { element, elements, resultXml, type XmlElement } from '../xml/write-xml.js'
import { quote } from './object-headers.js'
import { readPageSize } from './page-size.js'
import { showTime } from './show-time.js'

const owner = elements({ ID: 'emulator', DisplayName: 'emulator' })

/** A listing that was asked for, before it is known from where. */
interface Listing {
  readonly page: ObjectPage
  readonly encode: (text: string) => string
  /** Members of both kinds of answer that stand first. */
  readonly common: readonly XmlElement[]
}

/** How names are shown. */
export function readEncoding(call: S3Call): (text: string) => string {
  const type = call.query.get('encoding-type')
  if (type === undefined) return (text) => text
  if (type === 'url') return encodeListed
  throw invalidArgument('encoding-type', type, 'Invalid Encoding Method specified in Request')
}

function list(call: S3Call, after: string | undefined): Listing {
  const { query } = call
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter')]
  const bucket = call.bucket()
  call.require('list', prefix)
  const encode = readEncoding(call)
  const { asked, limit } = readPageSize(call, 'max-keys')
  const page = limit === 0 ? { objects: [], prefixes: [] } : bucket.list({ prefix, delimiter, after, limit })
  const common = elements({
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter === undefined || delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: asked > 1000 ? 1000 : asked,
    EncodingType: query.get('encoding-type'),
    IsTruncated: page.next !== undefined,
  })
  return { page, encode, common }
}

function contentsOf(
  { key, modifiedAt, etag, content, digests }: StoredObject,
  { encode }: Listing,
  withOwner: boolean,
): XmlElement[] {
  const names = Object.keys(digests).filter((name) => name !== 'md5')
  const members = elements({
    Key: encode(key),
    LastModified: showTime(modifiedAt),
    ETag: quote(etag),
    ChecksumAlgorithm: names[0]?.toUpperCase(),
    Size: content.size,
    Owner: withOwner ? owner : undefined,
    StorageClass: 'STANDARD',
  })
  return element('Contents', members)
}

function entriesOf(listing: Listing, withOwner: boolean): XmlElement[] {
  const { page, encode } = listing
  return [
    ...page.objects.flatMap((object) => contentsOf(object, listing, withOwner)),
    ...page.prefixes.flatMap((prefix) => element('CommonPrefixes', elements({ Prefix: encode(prefix) }))),
  ]
}

/** The first version, in which the client names the last entry it has seen. */
export function listObjects(call: S3Call): S3Answer {
  const marker = call.query.get('marker') ?? ''
  const listing = list(call, marker === '' ? undefined : marker)
  const { page, encode, common } = listing
  const hasDelimiter = (call.query.get('delimiter') ?? '') !== ''
  const members = elements({
    Marker: encode(marker),
    // Without a delimiter the client takes the last key.
    NextMarker: hasDelimiter && page.next !== undefined ? encode(page.next) : undefined,
  })
  return xmlAnswer(resultXml('ListBucketResult', [...common, ...members, ...entriesOf(listing, true)]))
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (text.startsWith('after:')) return text.slice('after:'.length)
  throw invalidArgument('continuation-token', token, 'The continuation token provided is incorrect')
}

function writeToken(entry: string): string {
  return Buffer.from(`after:${entry}`).toString('base64url')
}

/** The second version, in which the client gives back a token. */
export function listObjectsV2(call: S3Call): S3Answer {
  const [token, startAfter] = [call.query.get('continuation-token'), call.query.get('start-after')]
  const listing = list(call, token === undefined ? startAfter || undefined : readToken(token))
  const { page, encode, common } = listing
  const members = elements({
    KeyCount: page.objects.length + page.prefixes.length,
    ContinuationToken: token,
    NextContinuationToken: page.next === undefined ? undefined : writeToken(page.next),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
  })
  const withOwner = call.query.get('fetch-owner') === 'true'
  return xmlAnswer(resultXml('ListBucketResult', [...common, ...members, ...entriesOf(listing, withOwner)]))
}
