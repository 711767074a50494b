import { createPublicKey, type KeyObject } from 'node:crypto'
import { EmulatorError } from '../../http/emulator-error.js'
import type { GCSAccount } from '../gcs-emulator-options.js'

/** A service account as the emulator knows it. */
export interface Account {
  readonly email: string
  readonly publicKey: KeyObject
  readonly isReadOnly: boolean
  /** `undefined`: all. */
  readonly buckets: ReadonlySet<string> | undefined
  readonly prefixes: readonly string[] | undefined
}

function publicKeyOf({ key }: GCSAccount): KeyObject {
  try {
    return createPublicKey(key.private_key)
  } catch (error) {
    throw new EmulatorError('INVALID_OPTION', 'accounts: expected a private key in PEM form in `private_key`', {
      cause: error,
    })
  }
}

/** Throws INVALID_OPTION for a key that cannot be read. */
export function openAccount(account: GCSAccount): Account {
  return {
    email: account.key.client_email,
    publicKey: publicKeyOf(account),
    isReadOnly: account.readOnly === true,
    buckets: account.buckets === undefined ? undefined : new Set(account.buckets),
    prefixes: account.prefixes,
  }
}
