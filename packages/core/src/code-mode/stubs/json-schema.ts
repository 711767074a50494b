/** A JSON Schema node that is an object. Every member is unchecked: schemas come from anywhere. */
export type JsonSchemaNode = Readonly<Record<string, unknown>>

/** Whether a value is a plain object, and so may be a schema or a map of schemas. */
export function isNode(value: unknown): value is JsonSchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member of its own, never one it inherits. */
export function own(node: JsonSchemaNode, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined
}
