import type { Logger } from '@caisson/core/workspace'
import type { ResolvedPlatformOptions } from '../options/index.js'

/** What the driver is made with. */
export interface PlatformDriverConfig {
  readonly options: ResolvedPlatformOptions
  readonly workingDirectory: string | undefined
  readonly startTimeoutMs: number
  /** What `getInfo()` shows of the options. */
  readonly described: Readonly<Record<string, unknown>>
  readonly logger: () => Logger
}
