import type { Fault, FaultOptions, RoutePattern } from '../http/fault.js'
import type { Journal } from '../http/journal.js'

/** Ordered failures, and things that happen to keys and objects. */
export interface S3Faults {
  /**
   * The next requests for an operation meet this. Operations have the vendor's names, as the journal shows them, such as `PutObject` or
   * `ListObjectsV2`; `*` stands for any text.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  next(route: RoutePattern, options: FaultOptions): Fault
  /** Nobody may use this key until what is returned is called; of several that are deleted at once, only this one fails. */
  denyKey(bucket: string, key: string): () => void
  /**
   * The session token of an account has ended.
   *
   * @throws EmulatorError INVALID_OPTION for an account that has none.
   */
  expireToken(accessKeyId: string): void
  /** Cancels what was ordered, and denials. */
  clear(): void
}

/** What an emulator of S3 is. */
export interface S3Description {
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
  readonly url: string
  readonly region: string
  readonly buckets: readonly string[]
}

/** A local server that speaks S3's protocol and verifies signatures. */
export interface S3Emulator {
  /** The address for path-style requests. */
  readonly url: string
  /** Variables that lead the vendor's clients here, with the keys of the first account. */
  readonly env: Readonly<Record<string, string>>
  readonly journal: Journal
  readonly faults: S3Faults
  describe(): S3Description
  /** Back to the state after the start: the first buckets, empty, and no faults or journal. The address stays. */
  reset(): Promise<void>
  /** Ends all connections and removes all objects. */
  close(): Promise<void>
}
