import { SerializationError } from './serialization-error.js'

/**
 * Turns a value into JSON text; `undefined` when there is nothing to send.
 *
 * | value | becomes |
 * |---|---|
 * | what JSON has, and objects with `toJSON` such as Date and URL | itself, what `toJSON` gives |
 * | `undefined` | absent at the top and in objects, null in arrays |
 * | NaN, Infinity | null |
 * | functions and symbols inside of objects | absent, null in arrays |
 * | Map, Set | an array of pairs, of values |
 * | Error | its name and message |
 * | RegExp | its text |
 * | Buffer, Uint8Array, DataView, ArrayBuffer | base64 text |
 * | other typed arrays | an array of numbers |
 *
 * An object's own `toJSON` comes before these rules. A BigInt, a promise, a circular reference, and a function or symbol as the whole value throw `SerializationError`,
 * which names the place. The runner has the same rules.
 */
export function serializeValue(value: unknown, label: string): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new SerializationError(label, `is a ${typeof value}, which JSON cannot hold`)
  }
  if (typeof value === 'string') return JSON.stringify(value)
  return JSON.stringify(value, createReplacer(label))
}

interface OpenObject {
  /** What JSON.stringify walks. */
  readonly holder: object
  /** What it was before it was converted. */
  readonly original: unknown
  readonly key: string
}

/** Follows the walk of JSON.stringify, so that circles are seen and places can be named. */
function createReplacer(label: string): (this: unknown, key: string, given: unknown) => unknown {
  const path: OpenObject[] = []
  const open = new Set<unknown>()
  const place = (key: string): string => {
    const keys = path.length > 0 ? [...path.slice(1).map((entry) => entry.key), key] : []
    return label + keys.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('')
  }
  return function replace(this: unknown, key: string, given: unknown): unknown {
    for (let last = path.at(-1); last !== undefined && last.holder !== this; last = path.at(-1)) {
      open.delete(last.original)
      path.pop()
    }
    const original = (this as Record<string, unknown>)[key]
    const result = convert(original, given, () => place(key))
    if (typeof result !== 'object' || result === null) return result
    if (open.has(original)) throw new SerializationError(place(key), 'refers to itself, which JSON cannot hold')
    open.add(original)
    path.push({ holder: result, original, key })
    return result
  }
}

function convert(original: unknown, given: unknown, place: () => string): unknown {
  if (typeof given === 'bigint') {
    throw new SerializationError(place(), 'is a BigInt, which JSON cannot hold: convert it with String() or Number()')
  }
  if (typeof original !== 'object' || original === null) return given
  // What a toJSON of its own has made is left alone; that of Buffer is none of its owner's.
  if (given !== original && !Buffer.isBuffer(original)) return given
  if (original instanceof Promise) throw new SerializationError(place(), 'is a promise: await it first')
  return convertObject(original)
}

function convertObject(original: object): unknown {
  if (original instanceof Map || original instanceof Set) return [...original]
  if (original instanceof Error) return { name: original.name, message: original.message }
  if (original instanceof RegExp) return String(original)
  if (original instanceof ArrayBuffer) return Buffer.from(original).toString('base64')
  if (!ArrayBuffer.isView(original)) return original
  if (original instanceof Uint8Array || original instanceof DataView) {
    return Buffer.from(original.buffer, original.byteOffset, original.byteLength).toString('base64')
  }
  return Array.from(original as ArrayBufferView & Iterable<number | bigint>)
}
