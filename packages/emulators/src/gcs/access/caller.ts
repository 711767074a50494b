import type { Account } from './account.js'

/**
 * Who asks. `open`: the emulator asks nobody who they are. `anonymous`: without a token. `account`: a known service account, with the
 * scopes of its token; `undefined` for a token that was signed for this address and not for scopes.
 */
export type Caller =
  | { readonly kind: 'open' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'account'; readonly account: Account; readonly scope: string | undefined }
