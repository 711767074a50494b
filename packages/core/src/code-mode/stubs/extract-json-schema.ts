import { isNode } from './json-schema.js'

/** JSON Schema versions to ask a schema library for, best first. */
const targets = ['draft-2020-12', 'draft-07'] as const

/**
 * The JSON Schema of whatever a tool calls its schema: a Standard Schema that can convert itself, an object that carries
 * `jsonSchema`, or JSON Schema itself. `undefined` when there is none to be had; a schema that cannot be converted is
 * no reason to fail.
 */
export function extractJsonSchema(schema: unknown, direction: 'input' | 'output'): unknown {
  if (typeof schema === 'boolean') return schema
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return undefined
  const standard = '~standard' in schema ? schema['~standard'] : undefined
  if (isNode(standard)) return convertStandard(standard, direction)
  if ('jsonSchema' in schema && isNode(schema.jsonSchema)) return schema.jsonSchema
  return typeof schema === 'object' ? schema : undefined
}

function convertStandard(standard: object, direction: 'input' | 'output'): unknown {
  const converter = 'jsonSchema' in standard ? standard.jsonSchema : undefined
  const convert = isNode(converter) ? converter[direction] : undefined
  if (typeof convert !== 'function') return undefined
  for (const target of targets) {
    try {
      // Zod refuses dates and the like unless told to leave them open.
      const result: unknown = convert({ target, libraryOptions: { unrepresentable: 'any' } })
      if (isNode(result)) return result
    } catch {
      // The library cannot express it in this version: the next one, or no type at all.
      continue
    }
  }
  return undefined
}
