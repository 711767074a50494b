/**
 * Status of a sandbox or a filesystem.
 *
 * Sandboxes go `pending → starting → running → stopping → stopped → (starting …)`, from anywhere to
 * `destroying → destroyed`, and to `error` when a phase fails. Filesystems use `pending → initializing → ready →
 * destroying → destroyed` and `error`.
 */
export type ProviderStatus =
  | 'pending'
  | 'initializing'
  | 'ready'
  | 'starting'
  | 'running'
  | 'stopping'
  | 'stopped'
  | 'destroying'
  | 'destroyed'
  | 'error'

/** How a start got its machine: `created` made a new one, `connected` attached to one that existed. */
export type StartOutcome = 'created' | 'connected'

/** What `start()` resolves with. */
export interface StartResult {
  readonly outcome: StartOutcome
}

/** Options of `start()`. */
export interface StartOptions {
  /**
   * Aborting detaches this caller: its promise rejects with `SandboxAbortError`. The start itself is cancelled only
   * when the last caller that waits for it has aborted.
   */
  abortSignal?: AbortSignal | undefined
}

/** Options of calls whose only choice is to be given up. */
export interface AbortOptions {
  /** Aborting rejects the call with an abort error; work already done is not rolled back. */
  abortSignal?: AbortSignal | undefined
}
