import type { Logger } from '@caisson/core/workspace'
import type { ResolvedE2BOptions } from '../options/index.js'

/** What the driver is made of. */
export interface E2BDriverConfig {
  readonly options: ResolvedE2BOptions
  readonly startTimeoutMs: number
  readonly workingDirectory: string | undefined
  /** Non-secret options for `getInfo()`. */
  readonly described: Readonly<Record<string, unknown>>
  readonly logger: () => Logger
}
