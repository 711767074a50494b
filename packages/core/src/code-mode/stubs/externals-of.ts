import { SandboxError } from '../../errors/base-error.js'
import type { CodeModeExternal } from '../runner/boot-message.js'
import { sanitizeToolId } from './sanitize-tool-id.js'

/** The functions that stand for tools. Throws INVALID_ARGUMENT when two tools would share one. */
export function externalsOf(toolIds: readonly string[]): CodeModeExternal[] {
  const idOfName = new Map<string, string>()
  for (const id of toolIds) {
    const name = `external_${sanitizeToolId(id)}`
    const other = idOfName.get(name)
    if (other !== undefined && other !== id) {
      const message = `Code Mode tool id collision: "${other}" and "${id}" both map to ${name}`
      throw new SandboxError(message, 'INVALID_ARGUMENT', { option: 'tools', name }, { retry: 'never' })
    }
    idOfName.set(name, id)
  }
  return [...idOfName].map(([name, id]) => ({ name, id }))
}
