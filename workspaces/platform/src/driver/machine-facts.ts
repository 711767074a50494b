import type { PlatformBackend } from '../exec/exec-lease.js'

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
  /** The wanted template is still being built: the machine started from another. */
  readonly templatePending: { readonly templateId: string; readonly retryAfterMs: number | undefined } | undefined
  readonly backend: PlatformBackend
}
