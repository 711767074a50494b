import type { IncomingHttpHeaders } from 'node:http'
import { EnvdError } from '../envd-error.js'
import type { Metadata } from './metadata-store.js'

const headerPrefix = 'x-metadata-'
const longestKeyBytes = 246
const largestSetBytes = 4096
const printable = /^[\x20-\x7e]*$/

function refuse(reason: string): never {
  throw new EnvdError('invalidArgument', `invalid metadata: ${reason}`)
}

/** The metadata that an upload carries in its headers. */
export function uploadMetadata(headers: IncomingHttpHeaders): Metadata {
  const metadata: Record<string, string> = {}
  let total = 0
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(headerPrefix)) continue
    const key = name.slice(headerPrefix.length)
    const text = String(value)
    if (key === '') refuse('a key is empty')
    if (key.length > longestKeyBytes) refuse(`the key ${key} is longer than ${longestKeyBytes} bytes`)
    if (!printable.test(text)) refuse(`the value of ${key} has characters other than printable ASCII`)
    total += key.length + text.length
    metadata[key] = text
  }
  if (total > largestSetBytes) refuse(`keys and values are longer than ${largestSetBytes} bytes together`)
  return metadata
}
