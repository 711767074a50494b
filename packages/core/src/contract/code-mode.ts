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
  /** Where it happened, in lines of the program only. */
  stack?: string
}

/** How much one run may use. Every member has a default, see `codeModeLimits`. */
export interface CodeModeLimits {
  /**
   * Largest JSON text, in bytes, of the program's result, of the arguments of all unanswered tool calls together, and of
   * one tool's result. Beyond it the run, or the call, fails with `ValueTooLargeError`. Default 256 MiB.
   */
  maxResultBytes?: number | undefined
  /** How many bytes of printed text are kept, newest first. Default 4 MiB. */
  maxLogBytes?: number | undefined
  /** How many log entries are kept, newest first. Default 10 000. */
  maxLogEntries?: number | undefined
  /** How many tools run at the same time for one program; further calls wait their turn. Default 64. */
  maxConcurrentCalls?: number | undefined
  /** How many calls may be unanswered at the same time, waiting ones included; further calls fail. Default 100 000. */
  maxPendingCalls?: number | undefined
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
  limits?: CodeModeLimits | undefined
}

/** Brings a program to where it runs, and its tool calls back. Any object of this shape is a transport. */
export interface CodeModeTransport {
  /** `false`: the transport runs programs without a sandbox. */
  readonly requiresSandbox?: boolean | undefined
  /** One or two sentences for the model about what a program can reach. It must not promise more than is true. */
  readonly environment?: string | undefined
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
export type CodeModeDoneEvent =
  | { type: 'done'; ok: true; result?: unknown }
  | { type: 'done'; ok: false; error: CodeModeError }

/** Everything a program sends. */
export type CodeModeRunnerFrame = CodeModeRpcRequest | CodeModeLogEvent | CodeModeDoneEvent
