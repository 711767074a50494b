import type { Logger } from '@caisson/core/workspace'
import type { ResolvedDaytonaOptions } from '../options/index.js'

/** What the driver is made of. */
export interface DaytonaDriverConfig {
  readonly options: ResolvedDaytonaOptions
  readonly startTimeoutMs: number
  readonly workingDirectory: string | undefined
  /** Non-secret options for `getInfo()`. */
  readonly described: Readonly<Record<string, unknown>>
  readonly logger: () => Logger
}
