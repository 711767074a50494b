import type { CodeModeLimits } from '../../contract/code-mode.js'

/** The limits of a run, all resolved. */
export type ResolvedCodeModeLimits = { readonly [Name in keyof CodeModeLimits]-?: number }

/** Defaults of the limits. */
export const codeModeLimits: ResolvedCodeModeLimits = {
  maxResultBytes: 256 * 1024 * 1024,
  maxLogBytes: 4 * 1024 * 1024,
  maxLogEntries: 10_000,
  maxConcurrentCalls: 64,
  maxPendingCalls: 100_000,
}
