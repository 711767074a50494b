import type { CodeModeTransport } from '../contract/code-mode.js'
import type { CodeModeConfig } from './config/code-mode-config.js'
import { createCodeModeInstructions } from './create-code-mode-instructions.js'
import { createCodeModeTool, type CodeModeTool } from './create-code-mode-tool.js'
import { StdioCodeModeTransport } from './stdio-code-mode-transport.js'

/** What `createCodeMode` makes. */
export interface CodeModeResult {
  /** For the agent's tools, under its own id. */
  readonly tool: CodeModeTool
  /** For the agent's system prompt. */
  readonly instructions: string
}

/**
 * Lets a model write one TypeScript program that calls many tools. The program runs in a sandbox; every `external_*`
 * function runs the real tool on the host, with its validation and the caller's context.
 *
 * A program can call the tools it was given and no others, whatever it prints or sends. What else it can reach is up to
 * the sandbox. Values travel as JSON, by the rules of `serializeValue`. Calls that are not awaited when the program
 * returns are cancelled (their `abortSignal` is aborted) and named in the logs. Throws INVALID_ARGUMENT when the configuration is wrong.
 */
export function createCodeMode(
  config: CodeModeConfig,
  transport: CodeModeTransport = new StdioCodeModeTransport(),
): CodeModeResult {
  return {
    tool: createCodeModeTool(config, transport),
    instructions: createCodeModeInstructions(config, transport),
  }
}
