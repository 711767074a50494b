import { createCodeMode, type CodeModeConfig, type CodeModeToolResult, type WorkspaceSandbox } from '@caisson/core'
import { E2BCodeModeTransport } from '../../src/code-mode/e2b-code-mode-transport.js'

/** Runs one program. */
export async function run(
  sandbox: WorkspaceSandbox,
  code: string,
  { abortSignal, ...config }: Partial<CodeModeConfig> & { readonly abortSignal?: AbortSignal } = {},
  transport: E2BCodeModeTransport = new E2BCodeModeTransport(),
): Promise<CodeModeToolResult> {
  const { tool } = createCodeMode({ tools: {}, sandbox, ...config }, transport)
  return (await tool.execute({ code }, { abortSignal })) as CodeModeToolResult
}
