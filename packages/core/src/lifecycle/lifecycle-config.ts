import type { StartOutcome } from '../contract/lifecycle.js'
import type { Logger } from '../contract/logger.js'
import type { AcquireRequest, SandboxDriver, SandboxRef } from '../driver/sandbox-driver.js'

/** What a lifecycle serves. The callbacks are core's own; users' hooks come in through them. */
export interface LifecycleConfig<Handle> {
  readonly id: string
  readonly driver: SandboxDriver<Handle>
  readonly startTimeoutMs: number
  readonly logger: () => Logger
  /** Which machine is wanted, asked anew at each use. */
  readonly identity: () => Omit<AcquireRequest, 'signal'>
  /** The user's start hook. A failure fails the start. */
  readonly onStart: (outcome: StartOutcome) => unknown
  /** The user's stop and destroy hooks. Failures are logged. */
  readonly onStop: () => unknown
  readonly onDestroy: () => unknown
  /** After the start hook: mounts. Never throws, and is over before the time of the start is. */
  readonly afterStart: (handle: Handle, start: { outcome: StartOutcome; remainingMs: number }) => Promise<void>
  /** Before the machine is stopped or destroyed: unmounting. Failures are logged. */
  readonly beforeEnd: (handle: Handle | undefined, end: 'stop' | 'destroy') => Promise<void>
  /** Processes that end from now on are ended by us (`true`), or no longer, because stop or destroy failed (`false`). */
  readonly expectEnd: (end: 'stop' | 'destroy', isExpected: boolean) => void
  /**
   * After a machine was lost, stopped or destroyed: processes and mounts of it no longer exist. `isOurs`: we ended it; calls
   * that are on their way to a machine that was lost find that out themselves.
   */
  readonly afterEnd: (end: 'stop' | 'destroy' | 'gone', isOurs: boolean) => void
}

/** What is known of the machine. */
export interface Machine<Handle> {
  readonly ref: SandboxRef
  readonly handle: Handle | undefined
}
