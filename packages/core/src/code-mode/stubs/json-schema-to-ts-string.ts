import { resolvePointer } from './resolve-pointer.js'
import { SchemaRenderer, type ReferenceRenderer } from './schema-renderer.js'
import { atom } from './type-text.js'

/** How many references one type may follow, so that schemas that refer to each other many times stay small. */
const mostReferences = 1000

/**
 * The TypeScript type of a JSON Schema, as one expression. References are replaced by what they point at; where a schema
 * refers to itself, and where a reference leads nowhere or out of the document, the type is `unknown`.
 */
export function jsonSchemaToTsString(schema: unknown): string {
  const open = new Set<string>()
  let followed = 0
  const inline: ReferenceRenderer = (reference, place, renderer) => {
    const target = resolvePointer(schema, reference)
    followed += 1
    if (!target || open.has(reference) || reference === '#' || followed > mostReferences) return atom('unknown')
    open.add(reference)
    const type = renderer.render(target.schema, place)
    open.delete(reference)
    return type
  }
  return new SchemaRenderer(inline).render(schema, { indent: '', depth: 0, isNested: false }).text
}
