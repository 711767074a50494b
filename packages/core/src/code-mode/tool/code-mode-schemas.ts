import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { CodeModeError, CodeModeToolResult } from '../../contract/code-mode.js'

/** A schema that both validates and converts itself to JSON Schema. */
export interface CodeModeSchema<Value> extends StandardSchemaV1<Value>, StandardJSONSchemaV1<Value> {
  readonly '~standard': StandardSchemaV1.Props<Value> & StandardJSONSchemaV1.Props<Value>
}

/** What the tool takes. */
export interface CodeModeToolArguments {
  /** TypeScript: the body of an async function. */
  code: string
}

/** Schema of the tool's input. */
export const codeModeInputSchema: CodeModeSchema<CodeModeToolArguments> = makeSchema(readArguments, {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      description: 'TypeScript: the body of an async function. End with `return` to give back a result.',
    },
  },
  required: ['code'],
  additionalProperties: false,
})

/** Schema of the tool's output. Members that are not listed are left out. */
export const codeModeOutputSchema: CodeModeSchema<CodeModeToolResult> = makeSchema(readResult, {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    result: { description: 'What the program returned' },
    logs: { type: 'array', items: { type: 'string' } },
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        name: { type: 'string' },
        line: { type: 'number', description: 'Line of the program, from 1' },
        stack: { type: 'string' },
      },
      required: ['message'],
      additionalProperties: false,
    },
  },
  required: ['success'],
  additionalProperties: false,
})

const draft202012 = 'https://json-schema.org/draft/2020-12/schema'

function makeSchema<Value>(
  validate: (value: unknown) => StandardSchemaV1.Result<Value>,
  schema: Record<string, unknown>,
): CodeModeSchema<Value> {
  // Nothing in the two schemas differs between the versions of JSON Schema but the name.
  const convert = ({ target }: StandardJSONSchemaV1.Options): Record<string, unknown> =>
    target === 'draft-2020-12' ? { $schema: draft202012, ...schema } : { ...schema }
  return { '~standard': { version: 1, vendor: 'caisson', validate, jsonSchema: { input: convert, output: convert } } }
}

function readArguments(value: unknown): StandardSchemaV1.Result<CodeModeToolArguments> {
  if (!isRecord(value)) return { issues: [{ message: 'Expected an object' }] }
  const { code } = value
  return typeof code === 'string' ? { value: { code } } : { issues: [{ message: 'Expected a string', path: ['code'] }] }
}

function readResult(value: unknown): StandardSchemaV1.Result<CodeModeToolResult> {
  if (!isRecord(value)) return { issues: [{ message: 'Expected an object' }] }
  const { success, logs, error } = value
  const issues: StandardSchemaV1.Issue[] = []
  if (typeof success !== 'boolean') issues.push({ message: 'Expected a boolean', path: ['success'] })
  const hasLogs = Array.isArray(logs) && logs.every((entry) => typeof entry === 'string')
  if (logs !== undefined && !hasLogs) issues.push({ message: 'Expected an array of strings', path: ['logs'] })
  const readable = error === undefined ? undefined : readError(error, issues)
  if (issues.length > 0 || typeof success !== 'boolean') return { issues }
  return {
    value: {
      success,
      ...(value['result'] !== undefined && { result: value['result'] }),
      ...(hasLogs && { logs }),
      ...(readable && { error: readable }),
    },
  }
}

const errorMembers = { name: 'string', line: 'number', stack: 'string' } as const

function readError(value: unknown, issues: StandardSchemaV1.Issue[]): CodeModeError | undefined {
  if (!isRecord(value) || typeof value['message'] !== 'string') {
    issues.push({ message: 'Expected an object with a message', path: ['error'] })
    return undefined
  }
  const error: Record<string, unknown> & CodeModeError = { message: value['message'] }
  for (const [name, type] of Object.entries(errorMembers)) {
    const member = value[name]
    if (member === undefined) continue
    if (typeof member === type) error[name] = member
    else issues.push({ message: `Expected a ${type}`, path: ['error', name] })
  }
  return error
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
