import { isNode, own } from './json-schema.js'
import { resolvePointer } from './resolve-pointer.js'
import { SchemaRenderer, type ReferenceRenderer } from './schema-renderer.js'
import { atom } from './type-text.js'
import type { TypeNames } from './type-names.js'

/** A type and the declarations that it needs. */
export interface NamedType {
  readonly text: string
  /** `type … = …` lines, for everything the type refers to. */
  readonly declarations: readonly string[]
}

/** Renders a schema; every reference becomes a declared type, so that schemas may refer to themselves. */
export function renderNamed(root: unknown, prefix: string, names: TypeNames): NamedType {
  const nameOf = new Map<string, string>()
  const waiting: string[] = []
  const byName: ReferenceRenderer = (reference, place) => {
    if (!resolvePointer(root, reference)) return atom('unknown')
    // A type may not be made of nothing but itself.
    if (!place.isNested && isDirectCircle(root, reference)) return atom('unknown')
    const known = nameOf.get(reference)
    if (known !== undefined) return atom(known)
    const name = names.claim(prefix, reference)
    nameOf.set(reference, name)
    waiting.push(reference)
    return atom(name)
  }
  const renderer = new SchemaRenderer(byName)
  const start = { indent: '', depth: 0, isNested: false }
  const { text } = renderer.render(root, start)
  const declarations: string[] = []
  for (let reference = waiting.shift(); reference !== undefined; reference = waiting.shift()) {
    const target = resolvePointer(root, reference)
    declarations.push(`type ${nameOf.get(reference) ?? ''} = ${renderer.render(target?.schema, start).text};`)
  }
  return { text, declarations }
}

/** Whether a reference leads back to itself without an object or array in between. */
function isDirectCircle(root: unknown, start: string): boolean {
  const seen = new Set<string>()
  const waiting = directReferences(resolvePointer(root, start)?.schema)
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    if (reference === start) return true
    if (seen.has(reference)) continue
    seen.add(reference)
    waiting.push(...directReferences(resolvePointer(root, reference)?.schema))
  }
  return false
}

function directReferences(schema: unknown): string[] {
  if (!isNode(schema)) return []
  const reference = own(schema, '$ref')
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const schemas = own(schema, key)
    return Array.isArray(schemas) ? schemas.flatMap(directReferences) : []
  })
  return typeof reference === 'string' ? [reference, ...parts] : parts
}
