import { invalid } from './failures.js'

/** The parts of an answer that are asked for; an empty map: all below. */
type Mask = Map<string, Mask>

class MaskReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Mask {
    const mask = this.#readList()
    if (this.#at < this.#text.length) this.#fail()
    return mask
  }

  #readList(): Mask {
    const mask: Mask = new Map()
    do this.#readPath(mask)
    while (this.#take(','))
    return mask
  }

  /** A path such as `items/name` or `items(name,size)`. */
  #readPath(mask: Mask): void {
    const [name = ''] = /^[\w*-]*/.exec(this.#text.slice(this.#at)) ?? []
    if (name === '') this.#fail()
    this.#at += name.length
    const below = mask.get(name) ?? new Map<string, Mask>()
    mask.set(name, below)
    if (this.#take('/')) this.#readPath(below)
    else if (this.#take('(')) {
      for (const [key, value] of this.#readList()) below.set(key, value)
      if (!this.#take(')')) this.#fail()
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #fail(): never {
    throw invalid(`Invalid field selection ${this.#text}`)
  }
}

function apply(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => apply(item, mask))
  const kept = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const below = mask.get(key) ?? mask.get('*')
    return below === undefined ? [] : [[key, apply(item, below)]]
  })
  return Object.fromEntries(kept)
}

/** Reduces an answer to what `fields` names, such as `items(name,size),nextPageToken`. Throws 400 for what is no such list. */
export function selectFields(value: unknown, fields: string | null): unknown {
  return fields === null || fields === '' || value === undefined ? value : apply(value, new MaskReader(fields).read())
}
