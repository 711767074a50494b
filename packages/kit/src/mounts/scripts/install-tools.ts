import { sh, type ShellCommand } from '@caisson/core/driver'
import type { ToolName } from '../tools/tool-facts.js'

export function installTools(_tools: readonly ToolName[]): ShellCommand {
  return sh``
}
