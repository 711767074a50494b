import { templateLimits } from './template-limits.js'

const { textCharacters, collectionEntries } = templateLimits

/** A whole number above 0. Throws `TypeError` or `RangeError`. */
export function positiveInteger(place: string, value: unknown): number {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Number.isInteger(value)) || Number.isNaN(value)) {
    throw new TypeError(`${place}: expected a whole number`)
  }
  if (!Number.isSafeInteger(value) || value <= 0) throw new RangeError(`${place}: expected a whole number above 0`)
  return value
}

/** A text that is not empty. Its content is never shown: commands and variables may hold secrets. */
export function text(place: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${place}: expected a text`)
  if (value.trim() === '') throw new TypeError(`${place}: the text is empty`)
  return withoutNul(place, bounded(place, value))
}

/** A text, or several. */
export function texts(place: string, value: unknown): string | readonly string[] {
  if (!Array.isArray(value)) return text(place, value)
  const items: readonly unknown[] = value
  if (items.length === 0) throw new TypeError(`${place}: the list is empty`)
  if (items.length > collectionEntries) throw new RangeError(`${place}: more than ${collectionEntries} entries`)
  return items.map((item, index) => text(`${place}[${index}]`, item))
}

/** Texts by the names of variables; none is fine. */
export function variables(place: string, value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(plainObject(place, value))
  if (entries.length > collectionEntries) throw new RangeError(`${place}: more than ${collectionEntries} entries`)
  const checked = entries.map(([name, content]): [string, string] => {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new TypeError(`${place}: ${JSON.stringify(name.slice(0, 80))} cannot name a variable`)
    }
    if (typeof content !== 'string') throw new TypeError(`${place}.${name}: expected a text`)
    return [name, withoutNul(`${place}.${name}`, bounded(`${place}.${name}`, content))]
  })
  return Object.fromEntries(checked)
}

/** The switches that are given, on or off; `undefined` where none is. */
export function switches(
  place: string,
  value: unknown,
  names: readonly string[],
): Readonly<Record<string, boolean>> | undefined {
  if (value === undefined) return undefined
  const given = Object.entries(plainObject(place, value)).filter(([, on]) => on !== undefined)
  const checked = given.map(([name, on]): [string, boolean] => {
    if (!names.includes(name))
      throw new TypeError(`${place}: expected ${names.join(' or ')}, given ${name.slice(0, 80)}`)
    if (typeof on !== 'boolean') throw new TypeError(`${place}.${name}: expected true or false`)
    return [name, on]
  })
  return checked.length === 0 ? undefined : Object.fromEntries(checked)
}

function plainObject(place: string, value: unknown): Readonly<Record<string, unknown>> {
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined
  if (typeof value !== 'object' || value === null || (prototype !== Object.prototype && prototype !== null)) {
    throw new TypeError(`${place}: expected a plain object`)
  }
  return { ...value }
}

function bounded(place: string, value: string): string {
  if (value.length <= textCharacters) return value
  throw new RangeError(`${place}: more than ${textCharacters} characters`)
}

/** No program can be given one. */
function withoutNul(place: string, value: string): string {
  if (!value.includes('\0')) return value
  throw new TypeError(`${place}: the text holds a NUL byte`)
}
