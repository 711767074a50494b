import type { ErrorFacts } from '@caisson/core/driver'

/** An error that this driver itself throws, with what it means. */
export abstract class DriverError extends Error {
  abstract readonly facts: ErrorFacts
}

/** The control plane says that the machine is gone, or has failed for good: a new one takes its place. */
export class LostMachineError extends DriverError {
  override name = 'LostMachineError'
  readonly facts: ErrorFacts = { code: 'GONE', retry: 'safe' }

  constructor(sandboxId: string, state: string) {
    super(`machine ${sandboxId} is ${state}`)
  }
}

/** A new machine that came to nothing, and that was removed. */
export class FailedCreationError extends DriverError {
  override name = 'FailedCreationError'
  readonly facts: ErrorFacts

  constructor(sandboxId: string, state: string, reason: string | undefined, cause: unknown) {
    super(`the new machine ${sandboxId} ended in state ${state}: ${reason ?? 'no reason was told'}`, { cause })
    this.facts =
      state === 'build_failed' ? { code: 'EXECUTION_FAILED', retry: 'never' } : { code: 'UNAVAILABLE', retry: 'safe' }
  }
}

/** A script of ours could not be started, for example because its directory does not exist. */
export class UnstartedScriptError extends DriverError {
  override name = 'UnstartedScriptError'
  readonly facts: ErrorFacts = { code: 'INVALID_ARGUMENT', retry: 'safe' }
}

/** The answer to a script of ours is not whole: how the script ended is not known. */
export class LostAnswerError extends DriverError {
  override name = 'LostAnswerError'
  readonly facts: ErrorFacts = { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }
}

/** A stream of lines that broke, or that could not be opened. */
export class StreamError extends DriverError {
  override name = 'StreamError'
  readonly facts: ErrorFacts = { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }
}
