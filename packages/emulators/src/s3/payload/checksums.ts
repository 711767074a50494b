import type { IncomingHttpHeaders } from 'node:http'
import { type DigestName, type Digests, isDigestName } from '../../objects/index.js'
import { s3Failure } from '../errors/s3-failure.js'

const prefix = 'x-amz-checksum-'

/** Names of checksums that clients may choose; a digest's name in upper case. */
export const checksumNames: readonly DigestName[] = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256']

const sizes: Readonly<Record<DigestName, number>> = { md5: 16, sha1: 20, sha256: 32, crc32: 4, crc32c: 4, crc64nvme: 8 }

function decodeDigest(name: DigestName, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== sizes[name] || bytes.toString('base64') !== text) {
    const what =
      name === 'md5' ? 'The Content-MD5 you specified is not valid.' : `Value for ${prefix}${name} header is invalid.`
    throw s3Failure('InvalidDigest', { message: what })
  }
  return bytes
}

function digestOfHeader(header: string): DigestName | undefined {
  if (header === 'content-md5') return 'md5'
  const name = header.startsWith(prefix) ? header.slice(prefix.length) : ''
  return isDigestName(name) && checksumNames.includes(name) ? name : undefined
}

/** Checksums that came with a request, by headers or trailers. */
export function readDigests(headers: IncomingHttpHeaders): Digests {
  const found = Object.entries(headers).flatMap(([header, value]): [DigestName, Buffer][] => {
    const name = digestOfHeader(header)
    return name === undefined || typeof value !== 'string' ? [] : [[name, decodeDigest(name, value)]]
  })
  return Object.fromEntries(found)
}

/** The checksums that a request announces to send behind its body. */
export function announcedDigests(headers: IncomingHttpHeaders): DigestName[] {
  const names = String(headers['x-amz-trailer'] ?? '').split(',')
  return names.flatMap((name) => digestOfHeader(name.trim().toLowerCase()) ?? [])
}

/** Headers that tell checksums; the entity tag tells MD5. */
export function checksumHeaders(digests: Digests): Record<string, string> {
  const present = checksumNames.flatMap((name): [string, string][] => {
    const value = digests[name]
    return value === undefined ? [] : [[`${prefix}${name}`, value.toString('base64')]]
  })
  return Object.fromEntries(present)
}

/** Elements that tell checksums, such as `ChecksumCRC32`. */
export function checksumElements(digests: Digests): Record<string, string | undefined> {
  return Object.fromEntries(
    checksumNames.map((name) => [`Checksum${name.toUpperCase()}`, digests[name]?.toString('base64')]),
  )
}
