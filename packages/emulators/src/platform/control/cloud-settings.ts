import type { Backend } from './project-place.js'

export interface CloudSettings {
  /** Tokens that are let in; any that is not empty where there are none. */
  readonly accessTokens: readonly string[]
  /** What machines trust, beside what this computer does. */
  readonly trustedCertificates: readonly string[]
  /** Where sandboxes run whose address does not say. */
  readonly defaultBackend: Backend
  readonly features: readonly string[]
  readonly durableSessions: boolean
  /** `null`: for ever, and untold. */
  readonly leaseTtlMs: number | null
  readonly destroyedKeptMs: number
  readonly checkpointIntervalMs: number
  readonly idleTimeoutMinutes: number
  /** What counts as a minute of idle time. */
  readonly minuteMs: number
  /** Before every answer. */
  readonly latencyMs: number
  readonly buckets: readonly string[]
  readonly pageSize: number | undefined
  /** The emulator's address, without a slash at the end; known once it listens. */
  url: string
  /** How many sandboxes may run at once. Changed by faults. */
  sandboxLimit: number
}
