import type { IncomingMessage } from 'node:http'
import type { Digests } from '../../objects/index.js'
import { invalid } from './failures.js'

/** Checksums that a client says its content has, in base64. */
export interface GivenChecksums {
  readonly md5?: string | undefined
  readonly crc32c?: string | undefined
}

const labels = { md5: 'MD5 hash', crc32c: 'CRC32C' } as const satisfies Record<keyof GivenChecksums, string>

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** From `x-goog-hash: crc32c=…,md5=…`, from `Content-MD5` and from the description of the object. */
export function readChecksums(request: IncomingMessage, resource: Readonly<Record<string, unknown>>): GivenChecksums {
  const given = [request.headers['x-goog-hash'] ?? ''].flat().join(',').split(',')
  const byName = new Map(
    given.map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]),
  )
  return {
    md5: textOf(byName.get('md5')) ?? textOf(request.headers['content-md5']) ?? textOf(resource['md5Hash']),
    crc32c: textOf(byName.get('crc32c')) ?? textOf(resource['crc32c']),
  }
}

/** Throws 400 where a checksum is not that of what has come. */
export function verifyChecksums(given: GivenChecksums, computed: Digests): void {
  for (const name of ['crc32c', 'md5'] as const) {
    const actual = computed[name]?.toString('base64')
    if (given[name] === undefined || actual === undefined || given[name] === actual) continue
    const label = labels[name]
    throw invalid(`Provided ${label} "${given[name]}" doesn't match calculated ${label} "${actual}".`)
  }
}
