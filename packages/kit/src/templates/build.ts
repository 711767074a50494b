import type { Logger } from '@caisson/core/workspace'

/** A line that a build has to say. */
export interface BuildLogEntry {
  readonly timestamp: Date
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
}

/** What somebody who waits for a build wants. */
export interface BuildWatch {
  /** Aborts the wait, never the build. */
  readonly signal?: AbortSignal | undefined
  /** Longest wait in milliseconds; `Infinity`: no limit. */
  readonly limitMs: number
  /** The option that raises the limit, for the error's text. Default `buildTimeoutMs`. */
  readonly limitOption?: string | undefined
  /** Gets the lines, and first the last ones of those before. One that throws costs a warning and ends nothing. */
  readonly onBuildLog?: ((entry: BuildLogEntry) => void) | undefined
  /** Gets every line as well, and a warning when the build fails. */
  readonly logger: Logger
}

/** A build at a vendor. */
export interface Build {
  /** The same key is the same build in this process: what it is made of, and whose it is (account, address). */
  readonly key: string
  /** For texts: `template caisson-1234`. */
  readonly title: string
  readonly provider: string
  /** What no line and no error may show, such as tokens. */
  readonly secrets?: readonly (string | undefined)[] | undefined
  /**
   * Runs it to its end at the vendor and reports its lines. Rejects with `BuildFailure` when the build failed; a `SandboxError` (credentials,
   * quota, network …) reaches whoever waits as it is. The signal fires when nobody follows the build any more. Timers may be in the background:
   * the queue keeps the process alive for those who wait.
   */
  run(report: (entry: BuildLogEntry) => void, signal: AbortSignal): Promise<void>
}
