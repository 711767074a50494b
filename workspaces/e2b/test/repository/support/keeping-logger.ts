import type { Logger } from '@caisson/core/workspace'

/** Keeps what it is told. */
export interface KeepingLogger {
  readonly logger: Logger
  readonly warnings: readonly string[]
  /** All that was said, warnings too. */
  readonly texts: readonly string[]
}

export function keepingLogger(): KeepingLogger {
  const [warnings, texts]: [string[], string[]] = [[], []]
  const keep = (...words: readonly unknown[]): void => void texts.push(JSON.stringify(words))
  const warn = (text: string, ...words: readonly unknown[]): void => {
    warnings.push(text)
    keep(text, ...words)
  }
  return { warnings, texts, logger: { debug: keep, info: keep, error: keep, warn } }
}
