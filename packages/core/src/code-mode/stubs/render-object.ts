import { comment, documentationLines } from './documentation.js'
import { isNode, own, type JsonSchemaNode } from './json-schema.js'
import { propertyName } from './property-name.js'
import type { RenderPlace, SchemaRenderer } from './schema-renderer.js'
import { atom, union, type TypeText } from './type-text.js'

interface Member {
  readonly key: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** An object: its properties with their documentation, and an index signature where it may have others. */
export function renderObject(schema: JsonSchemaNode, place: RenderPlace, renderer: SchemaRenderer): TypeText {
  const members = readMembers(schema)
  const rest = restTypes(schema, place, renderer)
  if (members.length === 0) return atom(renderRecord(schema, rest))
  const indent = `${place.indent}  `
  const rendered = members.map((member) => renderMember(member, place, indent, renderer))
  const lines = rendered.map(({ line }) => line)
  if (rest !== undefined) {
    const isAnyOptional = members.some(({ isRequired }) => !isRequired)
    const values = [rest, ...rendered.map(({ type }) => type), ...(isAnyOptional ? [atom('undefined')] : [])]
    lines.push(`[key: string]: ${union(values).text}`)
  }
  const comments = rendered.map(({ documentation }) => documentation)
  const isShort = comments.every((text) => text === '') && lines.every((line) => !line.includes('\n'))
  if (isShort) return atom(`{ ${lines.join('; ')} }`)
  const text = lines.map((line, at) => `${comments[at] ? `${comments[at]}\n` : ''}${indent}${line};`)
  return atom(`{\n${text.join('\n')}\n${place.indent}}`)
}

function renderMember(
  { key, schema, isRequired }: Member,
  place: RenderPlace,
  indent: string,
  renderer: SchemaRenderer,
): { line: string; type: TypeText; documentation: string } {
  const type = renderer.nested(schema, place, indent)
  const isReadOnly = isNode(schema) && own(schema, 'readOnly') === true
  const line = `${isReadOnly ? 'readonly ' : ''}${propertyName(key)}${isRequired ? '' : '?'}: ${type.text}`
  return { line, type, documentation: isNode(schema) ? comment(documentationLines(schema), indent) : '' }
}

/** Declared properties, then names that are only required, or only allowed by `propertyNames`. */
function readMembers(schema: JsonSchemaNode): Member[] {
  const properties = own(schema, 'properties')
  const names = own(schema, 'required')
  const required = new Set<unknown>(Array.isArray(names) ? names : [])
  const schemas = new Map<string, unknown>(isNode(properties) ? Object.entries(properties) : [])
  const rest = own(schema, 'additionalProperties')
  for (const key of [...allowedNames(schema), ...required]) {
    if (typeof key === 'string' && !schemas.has(key)) schemas.set(key, isNode(rest) ? rest : true)
  }
  return [...schemas].map(([key, value]) => ({ key, schema: value, isRequired: required.has(key) }))
}

function allowedNames(schema: JsonSchemaNode): readonly unknown[] {
  const names = own(schema, 'propertyNames')
  const values = isNode(names) ? own(names, 'enum') : undefined
  return Array.isArray(values) ? values : []
}

/** What properties without a declaration hold; `undefined` where there are none, or nothing is said about them. */
function restTypes(schema: JsonSchemaNode, place: RenderPlace, renderer: SchemaRenderer): TypeText | undefined {
  if (allowedNames(schema).length > 0) return undefined
  const patterns = own(schema, 'patternProperties')
  const schemas = isNode(patterns) ? Object.values(patterns) : []
  const others = own(schema, 'additionalProperties') ?? own(schema, 'unevaluatedProperties')
  if (others !== undefined && others !== false) schemas.push(others)
  if (schemas.length === 0) return undefined
  return union(schemas.map((each) => renderer.nested(each, place, `${place.indent}  `)))
}

function renderRecord(schema: JsonSchemaNode, rest: TypeText | undefined): string {
  if (rest === undefined)
    return `Record<string, ${own(schema, 'additionalProperties') === false ? 'never' : 'unknown'}>`
  // An alias may go round through an index signature, but not through Record.
  const mayGoRound = /\bexternal_/.test(rest.text)
  return mayGoRound ? `{ [key: string]: ${rest.text} }` : `Record<string, ${rest.text}>`
}
