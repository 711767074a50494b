import { SandboxError } from '@caisson/core/workspace'
import { lastLines } from './last-lines.js'
import { redactRepositoryText } from './redact-repository-text.js'

export interface BuildErrorFacts {
  readonly provider: string
  /** Such as `template caisson-1234`. */
  readonly title: string
  /** Why, in the vendor's words. */
  readonly reason: string
  /** The step that failed. */
  readonly step?: string | undefined
  /** What the build said; the last 20 lines are shown. */
  readonly logs: readonly string[]
  /** What no text may show. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /** Shown as it is: never one that may hold what the vendor or a build said. */
  readonly cause?: unknown
}

/**
 * A build that failed and would fail again: EXECUTION_FAILED with `retry: 'never'`. The message tells the title, the step, the reason and the last
 * 20 lines of the log; `details` are `{ template, step, logs }`.
 */
export function templateBuildError(facts: BuildErrorFacts): SandboxError {
  const { provider, title, reason, step, logs, secrets, cause } = facts
  const shown = (text: string): string => redactRepositoryText(text, secrets)
  const lines = lastLines(logs.map(shown))
  const where = step === undefined ? '' : ` at step ${shown(step)}`
  const message = `The build of ${title} failed${where}: ${shown(reason.trim())}`
  const details = { template: title, step: step === undefined ? undefined : shown(step), logs: lines }
  return new SandboxError([message, ...lines.map((line) => `  ${line}`)].join('\n'), 'EXECUTION_FAILED', details, {
    retry: 'never',
    operation: 'build',
    provider,
    cause,
  })
}
