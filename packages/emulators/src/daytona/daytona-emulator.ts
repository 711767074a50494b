import type { Fault, FaultOptions, RoutePattern } from '../http/fault.js'
import type { Journal } from '../http/journal.js'
import type { HostDescription } from '../machine/index.js'
import type { DaytonaBuildFaults } from './daytona-build-faults.js'

/** How a request is slowed down by a limit of the vendor. */
export interface RateLimitOptions {
  /** What clients are told to wait. Default 1. */
  readonly retryAfterSeconds?: number | undefined
  /** For how many requests. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
}

/** Ordered failures, and things that happen to sandboxes by themselves. */
export interface DaytonaFaults extends DaytonaBuildFaults {
  /**
   * The next requests on a route meet this. Routes are as the journal shows them, such as `POST /sandbox`, `POST /sandbox/{id}/start`,
   * `POST /toolbox/process/execute` or `WS /toolbox/process/session/{id}/command/{id}/logs`; `*` stands for any text. What ends connections
   * works on websockets too.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  next(route: RoutePattern, options: FaultOptions): Fault
  /** The sandbox is no more at once, as if its computer had died. Resolves when nothing is left of it. */
  kill(sandboxId: string): Promise<void>
  /** The sandbox is stopped behind the client's back, as an auto-stop does. Resolves when it is. */
  stop(sandboxId: string): Promise<void>
  /** The sandbox is stopped if need be, and archived. Resolves when it is. */
  archive(sandboxId: string): Promise<void>
  /** The sandbox gets into the state `error`, its processes end. `recoverable` lets clients recover it; default false. */
  fail(sandboxId: string, reason: string, options?: { readonly recoverable?: boolean | undefined }): Promise<void>
  /** From now on at most so many sandboxes run at once; more get a 403. `undefined` lifts the limit. */
  limitSandboxes(count: number | undefined): void
  /** The next creations and starts of sandboxes get a 403, as if the quota were used up. */
  exceedQuota(times?: number): Fault
  /** The next requests on a route get a 429 with `Retry-After` and the vendor's headers. */
  rateLimit(route: RoutePattern, options?: RateLimitOptions): Fault
  /** From now on no change of state ends, and answers are not held; what is returned lets them end. */
  holdTransitions(): () => void
  /** Cancels everything that was ordered. */
  clear(): void
}

/** What an emulator is and what its sandboxes can do. */
export interface DaytonaDescription {
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
  readonly url: string
  /** How sandboxes are made here, and what works inside. */
  readonly machines: HostDescription
  /** What of the settings of networks is enforced. */
  readonly network: string
}

/** A local server that the vendor's own clients talk to. */
export interface DaytonaEmulator {
  /** The address of the emulator. */
  readonly url: string
  /** The address that clients are given: `url` and `/api`. */
  readonly apiUrl: string
  /** Variables that lead the vendor's clients here. */
  readonly env: Readonly<Record<'DAYTONA_API_KEY' | 'DAYTONA_API_URL' | 'DAYTONA_TARGET', string>>
  readonly journal: Journal
  readonly faults: DaytonaFaults
  describe(): DaytonaDescription
  /** Back to the state after the start: no sandboxes, snapshots, volumes, faults or journal. The address stays. */
  reset(): Promise<void>
  /** Ends all sandboxes and removes all that the emulator has made. */
  close(): Promise<void>
}
