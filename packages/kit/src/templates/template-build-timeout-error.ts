import { SandboxTimeoutError } from '@caisson/core/workspace'
import { lastLines } from './last-lines.js'
import { redactRepositoryText } from './redact-repository-text.js'

export interface BuildTimeoutFacts {
  readonly provider: string
  /** Such as `template caisson-1234`. */
  readonly title: string
  readonly limitMs: number
  /** The option that raises the limit. */
  readonly limitOption: string
  /** What the build said; the last 20 lines are shown. */
  readonly logs: readonly string[]
  /** What no text may show. */
  readonly secrets?: readonly (string | undefined)[] | undefined
}

/**
 * Somebody waited for a build for as long as they wanted to. TIMEOUT with `retry: 'safe'`: nothing but the build was started, and whoever asks
 * again waits for the same one. `details` are `{ timeoutMs, operation, template, logs }`.
 */
export function templateBuildTimeoutError(facts: BuildTimeoutFacts): SandboxTimeoutError {
  const { provider, title, limitMs, limitOption, logs, secrets } = facts
  const lines = lastLines(logs.map((line) => redactRepositoryText(line, secrets)))
  const error = new SandboxTimeoutError(limitMs, 'build', { retry: 'safe', provider })
  const first = `The build of ${title} has not ended within ${limitMs}ms. It goes on at the vendor; ${limitOption} sets how long to wait for it`
  const said = lines.length === 0 ? ['It has said nothing yet'] : ['It said last:', ...lines.map((line) => `  ${line}`)]
  error.message = [`${first}.`, ...said].join('\n')
  Object.assign(error.details ?? {}, { template: title, logs: lines })
  return error
}
