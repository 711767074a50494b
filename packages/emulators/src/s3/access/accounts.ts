import { EmulatorError } from '../../http/emulator-error.js'
import type { S3AccountOptions } from '../s3-emulator-options.js'

/** Keys that are let in, as they are now. */
export interface Account extends S3AccountOptions {
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number
}

function accountOf(options: S3AccountOptions): Account {
  return { ...options, expiresAtMs: options.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY }
}

export class Accounts {
  readonly #options: readonly S3AccountOptions[]
  readonly #accounts = new Map<string, Account>()

  constructor(options: readonly S3AccountOptions[]) {
    this.#options = options
    this.reset()
  }

  find(accessKeyId: string): Account | undefined {
    return this.#accounts.get(accessKeyId)
  }

  /** Its session token has ended. */
  expire(accessKeyId: string): void {
    const account = this.#accounts.get(accessKeyId)
    if (account?.sessionToken === undefined) {
      const message = `accessKeyId: expected that of an account with a session token, given ${accessKeyId}`
      throw new EmulatorError('INVALID_OPTION', message)
    }
    this.#accounts.set(accessKeyId, { ...account, expiresAtMs: 0 })
  }

  reset(): void {
    this.#accounts.clear()
    for (const options of this.#options) this.#accounts.set(options.accessKeyId, accountOf(options))
  }
}
