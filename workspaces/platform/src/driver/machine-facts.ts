import type { PlatformBackend } from '../exec/exec-lease.js'

/** A template that is being built. */
export interface TemplatePending {
  readonly templateId: string
  /** After so many milliseconds it may be there. */
  readonly retryAfterMs: number | undefined
}

/** What the platform says of a sandbox. */
export interface MachineFacts {
  /** The platform's id. */
  readonly sandboxId: string
  readonly providerResourceId: string | undefined
  /** The platform's own word for its state. */
  readonly status: string | undefined
  readonly createdAt: Date | undefined
  readonly destroyedAt: Date | undefined
  /** Where commands can be run from within the private network: `http://[address]:port`. */
  readonly instanceUrl: string | undefined
  /** Must be shown at `instanceUrl`. A secret. */
  readonly instanceToken: string | undefined
  /** The wanted template is still being built: the machine started from something else. */
  readonly templatePending: TemplatePending | undefined
  readonly backend: PlatformBackend
}
