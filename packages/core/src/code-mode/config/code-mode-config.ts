import type { CodeModeLimits } from '../../contract/code-mode.js'
import type { WorkspaceSandbox } from '../../contract/sandbox.js'

/** A tool that programs may call. Tools of common agent frameworks have this shape. */
export interface CodeModeToolInput {
  /** Default: the key of the record. */
  readonly id?: string | undefined
  readonly description?: string | undefined
  /** A Standard Schema (its `validate` is used), plain JSON Schema, or nothing. */
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  // Written as the type of a method, so that tools with a narrower idea of their arguments fit.
  readonly execute?: { method(args: unknown, context: unknown): unknown }['method'] | undefined
}

/** Tools by key. */
export type CodeModeTools = Readonly<Record<string, CodeModeToolInput>>

/** Options of `createCodeMode`. Limits are documented at `CodeModeLimits`. */
export interface CodeModeConfig extends CodeModeLimits {
  /** The tools that programs may call, and no others. */
  tools: CodeModeTools
  /** Where programs run. Default: the sandbox of the workspace in the tool's context. */
  sandbox?: WorkspaceSandbox | undefined
  /** Milliseconds for one run, the start of the sandbox included. 0 and Infinity: no limit. Default 30 000. */
  timeout?: number | undefined
  /** Id of the tool. Default `execute_typescript`. */
  id?: string | undefined
}
