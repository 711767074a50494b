import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { CodeModeToolInput } from '../config/code-mode-config.js'
import { ToolInputError } from './tool-input-error.js'
import type { CodeModeToolEntry } from './tool-entries.js'
import { describeIssues } from './validation-failure.js'

/** Carried by tools of the Mastra framework, which check their arguments themselves; twice would transform them twice. */
const checksItself = Symbol.for('mastra.core.tool.Tool')

/**
 * The arguments as the tool's schema makes them (defaults filled in, values transformed). Throws `ToolInputError` when
 * they do not fit. A tool whose schema is plain JSON Schema gets them as they are.
 */
export async function checkArguments({ id, tool }: CodeModeToolEntry, args: unknown): Promise<unknown> {
  const standard = standardOf(tool)
  if (standard === undefined || checksItself in tool) return args
  const result = await standard.validate(args)
  if (!result.issues) return result.value
  throw new ToolInputError(id, `Invalid arguments for ${id}: ${describeIssues(result.issues)}`)
}

function standardOf({ inputSchema }: CodeModeToolInput): StandardSchemaV1.Props | undefined {
  if ((typeof inputSchema !== 'object' && typeof inputSchema !== 'function') || inputSchema === null) return undefined
  if (!('~standard' in inputSchema)) return undefined
  const standard = inputSchema['~standard'] as Partial<StandardSchemaV1.Props> | undefined
  return typeof standard?.validate === 'function' ? (standard as StandardSchemaV1.Props) : undefined
}
