import type { CodeModeTools } from '../config/code-mode-config.js'
import { toolEntries } from '../tool/tool-entries.js'
import { comment } from './documentation.js'
import { externalsOf } from './externals-of.js'
import { extractJsonSchema } from './extract-json-schema.js'
import { isNode, own } from './json-schema.js'
import { renderNamed } from './named-types.js'
import { TypeNames } from './type-names.js'

/** The declaration of one function that a program may call. */
export interface CodeModeStub {
  readonly toolId: string
  /** Name of the function, for example `external_getWeather`. */
  readonly name: string
  /** TypeScript: the types it needs, its documentation, and `declare function …`. */
  readonly declaration: string
}

/**
 * Declares every tool as a function, in order. Schemas lose nothing that a type can say; what it cannot say becomes
 * documentation. Throws INVALID_ARGUMENT when two tools would have the same name.
 */
export function generateStubs(tools: CodeModeTools): CodeModeStub[] {
  const entries = toolEntries(tools)
  const nameOf = new Map(externalsOf(entries.map(({ id }) => id)).map(({ id, name }) => [id, name]))
  const names = new TypeNames()
  return entries.map(({ id, tool }) => {
    const name = nameOf.get(id) ?? ''
    const inputSchema = extractJsonSchema(tool.inputSchema, 'input')
    const input = renderNamed(inputSchema, name, names)
    const output = renderNamed(extractJsonSchema(tool.outputSchema, 'output'), name, names)
    const description = (tool.description ?? '').trim()
    const optional = canBeLeftOut(inputSchema) ? '?' : ''
    const lines = [
      ...input.declarations,
      ...output.declarations,
      comment(description === '' ? [] : description.split('\n')),
      `declare function ${name}(input${optional}: ${input.text}): Promise<${output.text}>;`,
    ]
    return { toolId: id, name, declaration: lines.filter((line) => line !== '').join('\n') }
  })
}

/** A tool that needs nothing may be called with nothing. */
function canBeLeftOut(schema: unknown): boolean {
  if (schema === undefined) return true
  if (!isNode(schema) || own(schema, 'type') !== 'object') return false
  const required = own(schema, 'required')
  const isOpen = ['allOf', 'anyOf', 'oneOf', '$ref'].every((key) => !Object.hasOwn(schema, key))
  return isOpen && (!Array.isArray(required) || required.length === 0)
}
