import type { Fault, FaultOptions, RoutePattern } from '../http/fault.js'
import type { Journal } from '../http/journal.js'
import type { HostDescription } from '../machine/index.js'
import type { E2BBuildFaults } from './e2b-build-faults.js'

/** How requests are slowed down. */
export interface E2BRateLimit {
  /** What clients are told to wait. Default 1. */
  readonly retryAfterSeconds?: number | undefined
  /** For how many requests. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
}

/** Ordered failures, and things that happen to sandboxes by themselves. */
export interface E2BFaults extends E2BBuildFaults {
  /**
   * The next requests on a route meet this. Routes are as the journal shows them, such as `POST /v2/sandboxes`,
   * `POST /process.Process/Start` or `GET port 8000`; `*` stands for any text.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  next(route: RoutePattern, options: FaultOptions): Fault
  /** The sandbox ends at once, as if its computer had died. Resolves when nothing is left of it. */
  kill(sandboxId: string): Promise<void>
  /** The sandbox is paused, with its processes unless `keepMemory` is false. */
  pause(sandboxId: string, options?: { readonly keepMemory?: boolean | undefined }): Promise<void>
  /** The sandbox's time is over: it is killed or paused, as was asked when it was made. */
  expire(sandboxId: string): Promise<void>
  /** From now on at most so many sandboxes run at once; more get a 429. `undefined` lifts the limit. */
  limitSandboxes(count: number | undefined): void
  /** The next creations of sandboxes get a 429, as if too many were running. */
  exceedQuota(times?: number): Fault
  /** The next requests on a route get a 429 with `Retry-After`. */
  rateLimit(route: RoutePattern, options?: E2BRateLimit): Fault
  /** Cancels everything that was ordered. */
  clear(): void
}

/** What an emulator is and what its sandboxes can do. */
export interface E2BDescription {
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
  readonly url: string
  /** How sandboxes are made here, and what works inside. */
  readonly machines: HostDescription
}

/** A local server that the vendor's own clients talk to. */
export interface E2BEmulator {
  /** The address of the control plane. */
  readonly url: string
  /** Variables that lead the vendor's clients here. With `tls` they must be set when the client's process starts. */
  readonly env: Readonly<Record<string, string>>
  /** The certificate authority of `tls`, as PEM. */
  readonly ca: string | undefined
  readonly journal: Journal
  readonly faults: E2BFaults
  describe(): E2BDescription
  /** Back to the state after the start: no sandboxes, templates, faults or journal. The address stays. */
  reset(): Promise<void>
  /** Ends all sandboxes and removes all that the emulator has made. */
  close(): Promise<void>
}
