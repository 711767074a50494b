import { invalid } from './failures.js'

const mostBytes = 1024

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw invalid(`The key holds ${JSON.stringify(part)}, which is not percent-encoded UTF-8`, { cause: error })
  }
}

/** Checks a key, without a slash at its beginning; one at its end names a directory. Throws a 400. */
export function checkKey(key: string): string {
  const parts = key.replace(/\/$/, '').split('/')
  if (parts.includes('')) throw invalid(`The key ${JSON.stringify(key)} has an empty part`)
  if (parts.some((part) => part === '.' || part === '..')) {
    throw invalid(`The key ${JSON.stringify(key)} has a part that is "." or ".."`)
  }
  // oxlint-disable-next-line no-control-regex -- these are the characters that are meant
  if (/[\u0000-\u001F\u007F]/.test(key)) throw invalid('The key holds a control character')
  if (Buffer.byteLength(key) > mostBytes) throw invalid(`The key is longer than ${mostBytes} bytes`)
  return key
}

/**
 * Reads the key of a request, segment by segment. Steps such as `..` are refused: in the parsed address they have been taken already, and the
 * request would be about another object.
 */
export function readKey(address: string, rest: string): string {
  const sent = (address.split(/[?#]/, 1)[0] ?? '').replaceAll(/%2e/gi, '.')
  if (sent.split(/[/\\]/).some((part) => part === '.' || part === '..')) {
    throw invalid('The path of the request has a part that is "." or ".."')
  }
  return checkKey(rest.split('/').map(decode).join('/'))
}
