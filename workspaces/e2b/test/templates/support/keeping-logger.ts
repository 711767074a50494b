import type { Logger } from '@caisson/core/workspace'

/** A logger that keeps what it is told. */
export interface KeepingLogger {
  readonly logger: Logger
  readonly warnings: readonly string[]
  /** All that was said, warnings too. */
  readonly said: readonly string[]
}

export function keepingLogger(): KeepingLogger {
  const [warnings, said]: [string[], string[]] = [[], []]
  const keep = (text: string): void => void said.push(text)
  const warn = (text: string): void => {
    warnings.push(text)
    keep(text)
  }
  return { warnings, said, logger: { debug: keep, info: keep, error: keep, warn } }
}
