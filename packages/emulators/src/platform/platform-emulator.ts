import type { Fault, FaultOptions, FaultScope, RoutePattern } from '../http/fault.js'
import type { Journal } from '../http/journal.js'
import type { HostDescription } from '../machine/index.js'

/**
 * When an exec socket is cut, without a closing frame:
 *
 * - `beforeOpen`: instead of an answer to the handshake;
 * - `afterOpen`: once it is open, before anything is read, so that no command has been started;
 * - `afterInit`: once the command was read, before anything is sent: it runs;
 * - `afterFirstByte`: after the first byte of output, as `{ afterBytes: 1 }`;
 * - `{ afterBytes }`: after so many bytes of output, both streams counted, without the bytes that name them; at the end of a command that prints less;
 * - `beforeExit`: after all output, instead of the frame that tells the end.
 */
export type ExecCut =
  | 'beforeOpen'
  | 'afterOpen'
  | 'afterInit'
  | 'afterFirstByte'
  | 'beforeExit'
  | { readonly afterBytes: number }

/** How requests are slowed down. */
export interface PlatformRateLimit {
  /** What clients are told to wait. Default 1. */
  readonly retryAfterSeconds?: number | undefined
  /** For how many requests. Default 1; `Infinity` until it is cancelled. */
  readonly times?: number | undefined
}

/** Ordered failures, and things that happen to sandboxes by themselves. */
export interface PlatformFaults {
  /**
   * The next requests on a route meet this. Routes are as the journal shows them, such as `POST /sandbox`, `POST /sandbox/{id}/exec-lease`,
   * `PUT /fs/{bucket}/*`, `POST /instance/exec` for side-cars, or `WS /exec`; `*` stands for any text.
   *
   * @throws EmulatorError INVALID_OPTION for a fault without effect.
   */
  next(route: RoutePattern, options: FaultOptions): Fault
  /** The next exec sockets are cut. Where a command can be joined again, that goes on exactly behind what had come to the client. */
  cutExec(when: ExecCut, scope?: FaultScope): Fault
  /** The next requests on a route lose their answers: the work is done. */
  loseResponse(route: RoutePattern, scope?: FaultScope): Fault
  /** The sandbox is no more at once, as if its computer had died. Resolves when nothing is left of it. */
  kill(sandboxId: string): Promise<void>
  /** The sandbox ends behind the client's back as idle ones do: its disk is captured, then it is destroyed. */
  expire(sandboxId: string): Promise<void>
  /** No lease of before opens a socket any more. */
  expireLeases(): void
  /** The commands of a sandbox can no longer be joined; those that run go on. */
  dropSessions(sandboxId: string): Promise<void>
  /** From now on at most so many sandboxes run at once; more get a 403. `undefined` lifts the limit. */
  limitSandboxes(count: number | undefined): void
  /** The next creations of sandboxes get a 403, as if the quota were used up. */
  exceedQuota(times?: number): Fault
  /** The next requests on a route get a 429 with `Retry-After`. */
  rateLimit(route: RoutePattern, options?: PlatformRateLimit): Fault
  /** From now on no build of a template begins; what is returned lets them. */
  holdTemplates(): () => void
  /** Cancels everything that was ordered. */
  clear(): void
}

/** What an emulator is and what its sandboxes can do. */
export interface PlatformDescription {
  /** All of it in one line, for start-up messages and test reports. */
  readonly summary: string
  readonly url: string
  /** How sandboxes are made here, and what works inside. */
  readonly machines: HostDescription
  /** Whether the isolation of networks is enforced. */
  readonly network: string
  /** Programs of the platform's recipe that this computer, and so each sandbox, does not have. */
  readonly missingPrograms: readonly string[]
}

type VariableName =
  | 'MASTRA_ENVIRONMENT_ID'
  | 'MASTRA_PLATFORM_ACCESS_TOKEN'
  | 'MASTRA_PLATFORM_BUCKET_NAME'
  | 'MASTRA_PROJECT_ID'
  | 'MASTRA_WORKSPACE_PROXY_URL'

/** A local server that clients of the platform talk to. */
export interface PlatformEmulator {
  readonly url: string
  /** Variables that lead clients here. */
  readonly env: Readonly<Record<VariableName, string>>
  readonly journal: Journal
  readonly faults: PlatformFaults
  describe(): PlatformDescription
  /** Back to the state after the start: no sandboxes, checkpoints, templates, files, faults or journal. The address stays. */
  reset(): Promise<void>
  /** Ends all sandboxes and removes all that the emulator has made. */
  close(): Promise<void>
}
