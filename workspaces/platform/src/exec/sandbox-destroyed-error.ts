import { SandboxGoneError } from '@caisson/core/workspace'

/** What is known of a sandbox that is gone, and of the call that found out. */
export interface DestroyedFacts {
  /** The platform's id of the sandbox. */
  readonly sandboxId?: string | undefined
  /** The shell text that was to run, where it was a command. */
  readonly command?: string | undefined
  /** How many leases were asked for. */
  readonly attempts: number
  /** Whether a socket for the command was open before. */
  readonly opened?: boolean | undefined
}

/**
 * The platform says that the sandbox has been destroyed: `GONE`. Its id and lease are forgotten when this is thrown, so that
 * the next call provisions another. `retry` is `safe` unless the command had been sent before.
 */
export class SandboxDestroyedError extends SandboxGoneError {
  override name: string = 'SandboxDestroyedError'

  readonly sandboxId: string | undefined
  readonly command: string | undefined
  readonly attempts: number

  constructor({ sandboxId, command, attempts, opened = false }: DestroyedFacts, options: { cause?: unknown } = {}) {
    const name = sandboxId === undefined ? 'the sandbox' : `sandbox ${sandboxId}`
    super(
      `${name} has been destroyed`,
      { sandboxId, command, attempts },
      {
        ...options,
        retry: opened ? 'ambiguous' : 'safe',
        provider: 'platform',
      },
    )
    this.sandboxId = sandboxId
    this.command = command
    this.attempts = attempts
  }
}
