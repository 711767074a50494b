import { sanitizeToolId } from './sanitize-tool-id.js'

/** Names for the types that references point at: one per reference, all different. */
export class TypeNames {
  readonly #used = new Set<string>()

  /** A new name such as `external_search_Address`. */
  claim(prefix: string, reference: string): string {
    const last = reference.split('/').at(-1) ?? ''
    const name = `${prefix}_${sanitizeToolId(last === '#' ? 'Root' : safeDecode(last)).replace(/^_+(?=[A-Za-z])/, '')}`
    let unique = name
    for (let count = 2; this.#used.has(unique); count += 1) unique = `${name}${count}`
    this.#used.add(unique)
    return unique
  }
}

function safeDecode(text: string): string {
  return text.replaceAll(/%[0-9A-Fa-f]{2}|~[01]/g, '_')
}
