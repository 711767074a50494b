import type { Account } from '../access/accounts.js'
import type { PayloadMode } from './payload-mode.js'
import type { SigningKey } from './signing-key.js'

/** What the body of a request must be. */
export interface PayloadPlan {
  readonly mode: PayloadMode
  /** The SHA-256 of the body, in hexadecimal, beside the mode `hash`. */
  readonly sha256?: string | undefined
  /** What the chunks of a body are signed with, and what the first signature builds on. */
  readonly signing?: { readonly key: SigningKey; readonly seed: string } | undefined
}

/** Who sent a request; undefined: anyone. */
export interface Caller {
  readonly account: Account | undefined
  readonly payload: PayloadPlan
}
