import type { WorkspaceSandbox } from './sandbox.js'

/** What a code-mode run resolves with. */
export interface CodeModeToolResult {
  success: boolean
  /** What the program returned; absent when it returned nothing. */
  result?: unknown
  /** Everything the program printed, oldest first. */
  logs?: string[]
  error?: CodeModeError
}

/** Why a program failed. `line` counts from 1 in the program as it was given. */
export interface CodeModeError {
  message: string
  name?: string
  line?: number
}

/** Runs one tool for a program. Rejections reach the program as exceptions. */
export type CodeModeToolDispatcher = (tool: string, args: unknown) => Promise<unknown>

/** Everything a transport gets for one run. */
export interface CodeModeRunOptions {
  sandbox?: WorkspaceSandbox | undefined
  /** TypeScript source: the body of an async function. */
  program: string
  /** Ids of the tools that the program may call; the allow-list. */
  toolIds: string[]
  dispatch: CodeModeToolDispatcher
  /** Milliseconds; the start of the sandbox is part of it. */
  timeout: number
  abortSignal?: AbortSignal | undefined
  onExternalCall?: ((tool: string, args: unknown) => void) | undefined
  onExternalResult?: ((tool: string, durationMs: number, error?: unknown) => void) | undefined
}

/** Brings a program to where it runs, and its tool calls back. Any object of this shape is a transport. */
export interface CodeModeTransport {
  /** `false`: the transport runs programs without a sandbox. */
  readonly requiresSandbox?: boolean | undefined
  run(options: CodeModeRunOptions): Promise<CodeModeToolResult>
}

/** Program → host: call a tool. */
export interface CodeModeRpcRequest {
  type: 'rpc'
  id: number
  tool: string
  args: unknown
}

/** Host → program: how a call ended. */
export type CodeModeRpcResponse =
  | { type: 'rpc-result'; id: number; ok: true; result?: unknown }
  | { type: 'rpc-result'; id: number; ok: false; error: { message: string; name?: string } }

/** Program → host: something was printed through `console`. */
export interface CodeModeLogEvent {
  type: 'log'
  level: string
  message: string
}

/** Program → host: the end. */
export type CodeModeDoneEvent = { type: 'done'; ok: true; result?: unknown } | { type: 'done'; ok: false; error: CodeModeError }

/** Everything a program sends. */
export type CodeModeRunnerFrame = CodeModeRpcRequest | CodeModeLogEvent | CodeModeDoneEvent
