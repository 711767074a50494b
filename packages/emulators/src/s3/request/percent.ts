import { s3Failure } from '../errors/s3-failure.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toBytes(text: string): Buffer {
  const bytes: number[] = []
  const source = Buffer.from(text, 'latin1')
  for (let index = 0; index < source.length; index += 1) {
    const byte = source[index] ?? 0
    if (byte !== 0x25) {
      bytes.push(byte)
      continue
    }
    const pair = text.slice(index + 1, index + 3)
    if (!/^[0-9a-f]{2}$/i.test(pair)) throw s3Failure('InvalidURI')
    bytes.push(Number.parseInt(pair, 16))
    index += 2
  }
  return Buffer.from(bytes)
}

/** Text as it was meant. Throws InvalidURI for what is no UTF-8. */
export function decodePercent(text: string): string {
  const bytes = toBytes(text)
  try {
    return decoder.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw s3Failure('InvalidURI')
    throw error
  }
}

const unreserved = /^[A-Za-z0-9\-._~]$/

const encodedBytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  return unreserved.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
})

/** Text as it is signed: all but letters, digits and `-._~` is written in hexadecimal. */
export function encodePercent(text: string, { keepSlashes = false }: { readonly keepSlashes?: boolean } = {}): string {
  let encoded = ''
  for (const byte of Buffer.from(text)) encoded += keepSlashes && byte === 0x2f ? '/' : (encodedBytes[byte] ?? '')
  return encoded
}

/** Keys as listings with `encoding-type=url` show them. */
export function encodeListed(text: string): string {
  return encodePercent(text, { keepSlashes: true }).replaceAll('%20', '+').replaceAll('%2A', '*').replaceAll('~', '%7E')
}
