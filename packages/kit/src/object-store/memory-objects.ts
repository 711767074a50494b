import type { ListRequest, ObjectFacts, ObjectPage } from './object-store-driver.js'

/** An object with its content, which never changes. */
export interface MemoryObject {
  readonly facts: ObjectFacts
  readonly content: Uint8Array
}

interface Row extends MemoryObject {
  /** Stores list in the order of UTF-8, which is not that of strings. */
  readonly bytes: Buffer
}

/** Objects by key, listed as stores list them. */
export class MemoryObjects {
  readonly #byKey = new Map<string, MemoryObject>()
  #rows: Row[] = []

  find(key: string): MemoryObject | undefined {
    return this.#byKey.get(key)
  }

  add(object: MemoryObject): void {
    const { key } = object.facts
    const row = { ...object, bytes: Buffer.from(key) }
    this.#rows.splice(firstFrom(this.#rows, key), this.#byKey.has(key) ? 1 : 0, row)
    this.#byKey.set(key, object)
  }

  remove(keys: readonly string[]): void {
    const removed = new Set(keys.filter((key) => this.#byKey.delete(key)))
    // All at once: each removal in the middle of many rows moves the rest of them.
    if (removed.size > 0) this.#rows = this.#rows.filter(({ facts }) => !removed.has(facts.key))
  }

  keys(): string[] {
    return this.#rows.map(({ facts }) => facts.key)
  }

  /** `from` is the last key, or shared prefix, of the page before. */
  list({ prefix, delimiter, from }: ListRequest, limit: number): ObjectPage {
    const objects: ObjectFacts[] = []
    const prefixes: string[] = []
    const rows = this.#rows
    let last = from
    for (let index = firstFrom(rows, from ?? prefix); index < rows.length; index++) {
      const facts = rows[index]?.facts
      if (!facts?.key.startsWith(prefix)) break
      const slash = delimiter === undefined ? -1 : facts.key.indexOf(delimiter, prefix.length)
      const shared = slash === -1 ? undefined : facts.key.slice(0, slash + 1)
      if (last !== undefined && (facts.key === last || shared === last)) continue
      if (objects.length + prefixes.length >= limit) return { objects, prefixes, next: last }
      if (shared === undefined) objects.push(facts)
      else prefixes.push(shared)
      last = shared ?? facts.key
    }
    return { objects, prefixes }
  }
}

/** Where the first key is that is not before this one. */
function firstFrom(rows: readonly Row[], key: string): number {
  const bytes = Buffer.from(key)
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.bytes.compare(bytes) ?? 0) < 0) low = middle + 1
    else high = middle
  }
  return low
}
