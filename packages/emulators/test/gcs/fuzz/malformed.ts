import type { Random } from '../../e2b/fuzz/random.js'
import { raw, type RawRequest } from '../../e2b/fuzz/raw-request.js'

const object = '/storage/v1/b/data/o/keep'
const upload = '/upload/storage/v1/b/data/o'

const paths: readonly string[] = [
  '/storage/v1/b',
  '/storage/v1/b/data',
  '/storage/v1/b/data/o',
  object,
  `${object}/copyTo/b/data/o/copy`,
  `${object}/rewriteTo/b/data/o/copy`,
  `${object}/compose`,
  '/storage/v1/b/data/o/%ff',
  '/storage/v1/b/%00/o/%0a',
  '/storage/v1/b/../o',
  '/download/storage/v1/b/data/o/keep',
  `${upload}?uploadType=media`,
  `${upload}?uploadType=multipart`,
  `${upload}?uploadType=resumable`,
  `${upload}?uploadType=none`,
  `${upload}?upload_id=none`,
  '/token',
  '/data/keep',
  '//data//keep',
  '/batch/storage/v1',
  '/',
  '*',
]

const names: readonly string[] = [
  'alt',
  'name',
  'prefix',
  'delimiter',
  'pageToken',
  'maxResults',
  'startOffset',
  'fields',
  'generation',
  'ifGenerationMatch',
  'ifMetagenerationNotMatch',
  'maxBytesRewrittenPerCall',
  'rewriteToken',
  'uploadType',
  'predefinedAcl',
]

const values: readonly string[] = [
  '',
  '0',
  '-1',
  '1e9',
  '9'.repeat(30),
  'media',
  'a(b',
  'items(name',
  '*/x',
  '%00',
  '%ff',
  '%F0%9F',
]

const headers: readonly string[] = [
  'Content-Range: bytes 0-1/*',
  'Content-Range: bytes 9-1/3',
  'Content-Range: bytes */',
  `Content-Range: bytes 0-${'9'.repeat(40)}/*`,
  'Range: bytes=0-0',
  'Range: bytes=9-1',
  'Range: bytes=-0',
  'Range: bytes=99999999999999999999-',
  'Content-Type: multipart/related; boundary=b',
  'Content-Type: multipart/related; boundary="',
  'Content-Type: multipart/related',
  'X-Goog-Hash: crc32c',
  'X-Goog-Hash: crc32c=AAAA,md5=,=',
  'X-Upload-Content-Length: -1',
  'X-Upload-Content-Type: \u00ff',
  'Authorization: Bearer',
  'Authorization: Bearer eyJ.eyJ.eyJ',
]

const bodies: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"name":1}',
  '{"name":"x","metadata":{"a":1}}',
  '{"metadata":[],"contentType":{}}',
  '{"sourceObjects":[null]}',
  '{"sourceObjects":[{"name":"keep","generation":{},"objectPreconditions":1}]}',
  '--b\r\n\r\n{}\r\n--b--',
  '--b\r\nContent-Type: application/json\r\n\r\n{"name":"x"}\r\n--b\r\n\r\ndata',
  '--b\r\nContent-Type: application/json\r\n\r\n{\r\n--b\r\n\r\ndata\r\n--b--',
  `--b\r\n${'x'.repeat(20_000)}`,
  'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=a.b.c',
]

/** Methods that leave the object and the bucket that must survive alone. */
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'PURGE', 'TRACE']

/** A request that is wrong in some way. Nothing here may end the object `keep`. */
export function malformedRequest(random: Random): RawRequest {
  const path = random.pick(paths)
  const query = Array.from({ length: random.below(3) }, () => `${random.pick(names)}=${random.pick(values)}`).join('&')
  const method = path.startsWith(object) ? random.pick(['GET', 'HEAD', 'POST', 'OPTIONS']) : random.pick(methods)
  const text = random.below(4) === 0 ? random.bytes(random.below(300)) : Buffer.from(random.pick(bodies))
  const isTruncated = random.below(10) === 0
  const bytes = raw({
    method,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers: Array.from({ length: random.below(3) }, () => random.pick(headers)),
    body: text,
    ...(isTruncated ? { announced: text.length + 100 } : {}),
  })
  return { kind: `${method} ${path}`, bytes, isTruncated }
}
