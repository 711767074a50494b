import { invalidArgument } from '../../errors/argument-error.js'
import type { CodeModeToolInput, CodeModeTools } from '../config/code-mode-config.js'

/** A tool with the id under which programs reach it. */
export interface CodeModeToolEntry {
  readonly id: string
  readonly tool: CodeModeToolInput
}

/** The tools of a record: its own members only. Throws INVALID_ARGUMENT for what is not a tool. */
export function toolEntries(tools: CodeModeTools): CodeModeToolEntry[] {
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools)) {
    throw invalidArgument({ name: 'tools', expected: 'a record of tools', given: tools })
  }
  const seen = new Set<string>()
  return Object.entries(tools).map(([key, tool]) => {
    if (typeof tool !== 'object' || tool === null) {
      throw invalidArgument({ name: `tools.${key}`, expected: 'a tool', given: tool })
    }
    if (typeof tool.execute !== 'function') {
      throw invalidArgument({ name: `tools.${key}.execute`, expected: 'a function', given: tool.execute })
    }
    if (tool.id !== undefined && typeof tool.id !== 'string') {
      throw invalidArgument({ name: `tools.${key}.id`, expected: 'a string', given: tool.id })
    }
    const id = tool.id ?? key
    if (seen.has(id)) throw invalidArgument({ name: `tools.${key}.id`, expected: 'an id no other tool has', given: id })
    seen.add(id)
    return { id, tool }
  })
}
