import type { CodeModeTransport } from '@caisson/core'
import type { CodeModeTransport as MastraCodeModeTransport } from '@mastra/core/tools'

/**
 * A code-mode transport in Mastra's type, for the second argument of Mastra's `createCodeMode`. The same object; only the
 * types need it, since a transport's `run` takes a sandbox (see `asMastraSandbox`).
 *
 * The limits of `createCodeMode` of `@caisson/core` have no counterpart there: their defaults hold.
 */
export function asMastraCodeModeTransport(transport: CodeModeTransport): MastraCodeModeTransport
export function asMastraCodeModeTransport(transport: unknown): unknown {
  return transport
}
