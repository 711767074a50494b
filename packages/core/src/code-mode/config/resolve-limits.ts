import type { CodeModeLimits } from '../../contract/code-mode.js'
import { invalidArgument } from '../../errors/argument-error.js'
import { codeModeLimits, type ResolvedCodeModeLimits } from './code-mode-limits.js'

/** Smallest value of each limit, and what its numbers count. */
const rules = {
  maxResultBytes: { least: 1, unit: 'bytes' },
  maxLogBytes: { least: 0, unit: 'bytes' },
  maxLogEntries: { least: 0, unit: 'entries' },
  maxConcurrentCalls: { least: 1, unit: 'calls' },
  maxPendingCalls: { least: 1, unit: 'calls' },
} as const satisfies Record<keyof CodeModeLimits, { least: number; unit: string }>

/** Checks limits and fills in the defaults. Throws INVALID_ARGUMENT naming the limit. */
export function resolveLimits(given: CodeModeLimits = {}): ResolvedCodeModeLimits {
  const limits = { ...codeModeLimits }
  for (const name of Object.keys(rules) as (keyof CodeModeLimits)[]) {
    const value = given[name]
    if (value === undefined) continue
    const { least, unit } = rules[name]
    if (!Number.isSafeInteger(value) || value < least) {
      throw invalidArgument({ name, expected: `a whole number of ${unit}, ${least} or more`, given: value })
    }
    Object.assign(limits, { [name]: value })
  }
  return limits
}
