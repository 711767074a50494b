import { invalid } from './failures.js'

const mostBytes = 1024

/** A half of a character beyond U+FFFF by itself, which has no bytes in UTF-8. */
const loneHalf = /[\uD800-\uDFFF]/u

/** Throws 400 for a name that no object can have. */
export function checkObjectName(name: string): string {
  if (name === '') throw invalid('The name of an object must not be empty.')
  if (Buffer.byteLength(name) > mostBytes) {
    throw invalid(`The name of an object must not be longer than ${mostBytes} bytes in UTF-8.`)
  }
  if (/[\r\n]/.test(name)) throw invalid('The name of an object must not hold a carriage return or a line feed.')
  if (loneHalf.test(name)) throw invalid('The name of an object must be valid Unicode.')
  if (name === '.' || name === '..') throw invalid(`An object must not be named ${JSON.stringify(name)}.`)
  if (name.startsWith('.well-known/acme-challenge/')) {
    throw invalid('The name of an object must not begin with .well-known/acme-challenge/.')
  }
  return name
}

/** Throws 400 for a name that no bucket can have. */
export function checkBucketName(name: string): string {
  const isPlain = /^[a-z0-9][a-z0-9_.-]{1,220}[a-z0-9]$/.test(name)
  const hasShortParts = name.split('.').every((part) => part.length > 0 && part.length <= 63)
  if (!isPlain || !hasShortParts || name.startsWith('goog') || /^\d+\.\d+\.\d+\.\d+$/.test(name)) {
    throw invalid(`Invalid bucket name: ${JSON.stringify(name)}`)
  }
  return name
}
