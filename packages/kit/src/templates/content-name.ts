import { createHash } from 'node:crypto'
import { invalidArgument } from '@caisson/core/workspace'

const mostDigits = 64

/**
 * A name that is the same for the same content: `prefix-` and the first `digits` (default 16) hexadecimal digits of the SHA-256 of the content
 * as JSON with sorted keys. The order of keys does not matter and members that are `undefined` do not count; the order of lists does matter.
 *
 * Throws INVALID_ARGUMENT for what JSON would drop or change unseen (functions, symbols, `Map`s, `NaN` …): contents that differ in that alone
 * would share a name.
 */
export function contentName(prefix: string, content: unknown, digits = 16): string {
  if (!Number.isInteger(digits) || digits < 1 || digits > mostDigits) {
    throw invalidArgument({ name: 'digits', expected: `a whole number from 1 to ${mostDigits}`, given: digits })
  }
  return `${prefix}-${createHash('sha256').update(canonicalJson(content, 'content')).digest('hex').slice(0, digits)}`
}

function canonicalJson(value: unknown, place: string): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item, index) => canonicalJson(item, `${place}[${index}]`)).join()}]`
  if (typeof value !== 'object') throw unnameable(value, place)
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON(), place)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw unnameable(value, place)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member, `${place}.${key}`)}`)
  return `{${members.join()}}`
}

function unnameable(given: unknown, place: string): Error {
  return invalidArgument({ name: place, expected: 'content that JSON can hold', given })
}
