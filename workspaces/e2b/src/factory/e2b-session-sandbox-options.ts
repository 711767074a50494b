import type { SandboxStartHook } from '@caisson/core/workspace'
import type { E2BSandboxOptions } from '../options/index.js'

/** Options of `e2bSessionSandbox`: those of `E2BSandbox`, but for what is of one session. */
export interface E2BSessionSandboxOptions extends Omit<E2BSandboxOptions, 'id' | 'sandboxId' | 'timeout'> {
  /** Minutes without activity after which a machine is paused. Default 30. */
  idleTimeoutMinutes?: number | undefined
}

/**
 * What a host application knows of the session that a sandbox is for. A repository that needs a token, and a directory for it, are for
 * `E2BFactorySandbox`.
 */
export interface E2BSessionSandboxContext {
  /** The logical id of the sandbox: the same session finds the same machine again. */
  readonly sessionId: string
  /** `owner/name` at GitHub, for a repository that everybody may read. */
  readonly repoFullName?: string | undefined
  /**
   * The commit that is wanted, all of its digits: the machine has it and no other, so that its first session waits for the build. Default: the
   * head of the default branch, or an older one while that is built.
   */
  readonly repoSha?: string | undefined
  /** Run in the clone, one after the other. */
  readonly setupCommand?: string | readonly string[] | undefined
  /** Called when the machine is there, the repository included. A failure fails the start. */
  readonly onStart?: SandboxStartHook | undefined
}
