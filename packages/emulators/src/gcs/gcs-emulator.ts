import type { Fault, FaultOptions, RoutePattern } from '../http/fault.js'
import type { Journal } from '../http/journal.js'
import type { ServiceAccountKey } from './access/service-account-key.js'

/** Ordered failures. */
export interface GCSFaults {
  /**
   * The next requests on a route meet this. Routes are as the journal shows them, such as `GET /storage/v1/b/{bucket}/o/{object}` or
   * `GET /storage/v1/b/{bucket}/o/{object}?alt=media`; `*` stands for any text.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  next(route: RoutePattern, options: FaultOptions): Fault
  /**
   * The next uploads, of any kind, lose their connection after so many bytes of the body. Of an upload with a session whole pieces of
   * 256 KiB stay, of others nothing. `times`: default 1.
   *
   * @throws EmulatorError INVALID_OPTION for what is no number of bytes.
   */
  cutUpload(afterBytes: number, times?: number): Fault
  /** Cancels everything that was ordered. */
  clear(): void
}

export interface GCSDescription {
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
  readonly url: string
}

/** A local server that the vendor's own clients talk to. */
export interface GCSEmulator {
  /** The address; `apiEndpoint` of the vendor's Node client, whose option `useAuthWithCustomEndpoint` makes it send a token. */
  readonly url: string
  /** Variables that lead the vendor's clients here. */
  readonly env: Readonly<Record<string, string>>
  /** The keys of `accounts`, in their order, with this emulator as the place where tokens are had. */
  readonly keys: readonly ServiceAccountKey[]
  readonly journal: Journal
  readonly faults: GCSFaults
  describe(): GCSDescription
  /** Back to the state after the start: the buckets of the options, empty, and no sessions, tokens, faults or journal. The address stays. */
  reset(): Promise<void>
  /** Ends all connections and removes all that the emulator has made. */
  close(): Promise<void>
}
