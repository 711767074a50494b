import { isNode, own, type JsonSchemaNode } from './json-schema.js'
import { literalType } from './literal-type.js'
import { renderArray } from './render-array.js'
import { renderObject } from './render-object.js'
import { atom, intersection, union, type TypeText } from './type-text.js'

/** Where in a type something is rendered. */
export interface RenderPlace {
  readonly indent: string
  /** Nesting, so that endless schemas end. */
  readonly depth: number
  /** Within an object or array: there a type may refer to itself. */
  readonly isNested: boolean
}

/** Makes types of references. */
export type ReferenceRenderer = (reference: string, place: RenderPlace, renderer: SchemaRenderer) => TypeText

const deepest = 100

const simpleTypes: ReadonlyMap<unknown, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
])

/** Renders JSON Schema (2020-12, 2019-09, draft-07, OpenAPI 3.0's `nullable`) as TypeScript. */
export class SchemaRenderer {
  readonly #reference: ReferenceRenderer

  constructor(reference: ReferenceRenderer) {
    this.#reference = reference
  }

  render(schema: unknown, place: RenderPlace): TypeText {
    if (schema === false) return atom('never')
    if (!isNode(schema) || place.depth > deepest) return atom('unknown')
    const inner = { ...place, depth: place.depth + 1 }
    const type = intersection([
      this.#renderReference(schema, inner),
      this.#renderOwn(schema, inner),
      this.#renderAlternatives(own(schema, 'anyOf'), inner),
      this.#renderAlternatives(own(schema, 'oneOf'), inner),
      this.#renderAll(own(schema, 'allOf'), inner),
    ])
    return own(schema, 'nullable') === true ? union([type, atom('null')]) : type
  }

  /** Renders something that an object or array holds. */
  nested(schema: unknown, place: RenderPlace, indent: string = place.indent): TypeText {
    return this.render(schema, { indent, depth: place.depth, isNested: true })
  }

  #renderReference(schema: JsonSchemaNode, place: RenderPlace): TypeText {
    const reference = own(schema, '$ref')
    return typeof reference === 'string' ? this.#reference(reference, place, this) : atom('unknown')
  }

  #renderOwn(schema: JsonSchemaNode, place: RenderPlace): TypeText {
    if (Object.hasOwn(schema, 'const')) return literalType(schema['const'])
    const values = own(schema, 'enum')
    if (Array.isArray(values)) return union(values.map(literalType))
    const type = own(schema, 'type') ?? impliedType(schema)
    const types: readonly unknown[] = Array.isArray(type) ? type : [type]
    return union(types.map((each) => this.#renderType(each, schema, place)))
  }

  #renderType(type: unknown, schema: JsonSchemaNode, place: RenderPlace): TypeText {
    if (type === 'object') return renderObject(schema, place, this)
    if (type === 'array') return renderArray(schema, place, this)
    return atom(simpleTypes.get(type) ?? 'unknown')
  }

  #renderAlternatives(schemas: unknown, place: RenderPlace): TypeText {
    if (!Array.isArray(schemas) || schemas.length === 0) return atom('unknown')
    return union(schemas.map((schema) => this.render(schema, place)))
  }

  #renderAll(schemas: unknown, place: RenderPlace): TypeText {
    return intersection(Array.isArray(schemas) ? schemas.map((schema) => this.render(schema, place)) : [])
  }
}

const objectKeys = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames']
const arrayKeys = ['items', 'prefixItems']

/** The type that a schema without `type` is evidently about. */
function impliedType(schema: JsonSchemaNode): string | undefined {
  if (objectKeys.some((key) => Object.hasOwn(schema, key))) return 'object'
  return arrayKeys.some((key) => Object.hasOwn(schema, key)) ? 'array' : undefined
}
