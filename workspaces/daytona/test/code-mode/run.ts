import { createCodeMode, type CodeModeConfig, type CodeModeToolResult, type WorkspaceSandbox } from '@caisson/core'
import { DaytonaCodeModeTransport } from '../../src/code-mode/daytona-code-mode-transport.js'

/** Runs one program. */
export async function run(
  sandbox: WorkspaceSandbox,
  code: string,
  { abortSignal, ...config }: Partial<CodeModeConfig> & { readonly abortSignal?: AbortSignal } = {},
  transport: DaytonaCodeModeTransport = new DaytonaCodeModeTransport(),
): Promise<CodeModeToolResult> {
  const { tool } = createCodeMode({ tools: {}, sandbox, ...config }, transport)
  return (await tool.execute({ code }, { abortSignal })) as CodeModeToolResult
}
