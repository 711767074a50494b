import { atom, type TypeText } from './type-text.js'
import { isNode } from './json-schema.js'
import { propertyName } from './property-name.js'

/** The type that has exactly this JSON value. */
export function literalType(value: unknown): TypeText {
  if (Array.isArray(value)) return atom(`[${value.map((item) => literalType(item).text).join(', ')}]`)
  if (!isNode(value)) return atom(scalar(value))
  const members = Object.entries(value).map(([key, member]) => `${propertyName(key)}: ${literalType(member).text}`)
  return atom(members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')} }`)
}

function scalar(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number'
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  return 'unknown'
}
