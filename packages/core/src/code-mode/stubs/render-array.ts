import { own, type JsonSchemaNode } from './json-schema.js'
import type { RenderPlace, SchemaRenderer } from './schema-renderer.js'
import { arrayOf, atom, type TypeText } from './type-text.js'

/** An array, or a tuple where the schema tells the items apart. */
export function renderArray(schema: JsonSchemaNode, place: RenderPlace, renderer: SchemaRenderer): TypeText {
  const { first, rest } = readItems(schema)
  if (first === undefined) {
    return rest === false ? atom('[]') : arrayOf(renderer.nested(rest, place))
  }
  const least = own(schema, 'minItems')
  const items = first.map((item, index) => {
    const { text, kind } = renderer.nested(item, place)
    const isOptional = typeof least === 'number' && index >= least
    if (!isOptional) return text
    return kind === 'atom' ? `${text}?` : `(${text})?`
  })
  if (isOpen(rest)) items.push(`...${arrayOf(renderer.nested(rest, place)).text}`)
  return atom(`[${items.join(', ')}]`)
}

/** Since 2020-12 the first items are `prefixItems` and `items` is the rest; before, `items` and `additionalItems`. */
function readItems(schema: JsonSchemaNode): { first: readonly unknown[] | undefined; rest: unknown } {
  const prefix = own(schema, 'prefixItems')
  const items = own(schema, 'items')
  if (Array.isArray(prefix)) return { first: prefix, rest: items }
  if (Array.isArray(items)) return { first: items, rest: own(schema, 'additionalItems') }
  return { first: undefined, rest: items }
}

/** A tuple goes on only where the schema says with what: nobody means "and anything" by leaving it out. */
function isOpen(rest: unknown): boolean {
  return rest !== undefined && rest !== false
}
