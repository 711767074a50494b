import { randomBytes } from 'node:crypto'

export interface AccessToken {
  readonly email: string
  /** Parted by spaces. */
  readonly scope: string
  readonly expiresAtMs: number
}

/** Beyond this many the oldest are forgotten, so that an emulator that runs for days does not grow. */
const mostTokens = 10_000

/** The access tokens that were given out. */
export class TokenStore {
  readonly #tokens = new Map<string, AccessToken>()

  issue(email: string, scope: string, lifetimeMs: number): string {
    const token = `ya29.${randomBytes(48).toString('base64url')}`
    this.#tokens.set(token, { email, scope, expiresAtMs: Date.now() + lifetimeMs })
    const oldest = this.#tokens.keys().next()
    if (this.#tokens.size > mostTokens && oldest.done !== true) this.#tokens.delete(oldest.value)
    return token
  }

  /** `undefined` for one that is unknown or over. */
  find(token: string): AccessToken | undefined {
    const found = this.#tokens.get(token)
    return found !== undefined && Date.now() < found.expiresAtMs ? found : undefined
  }

  clear(): void {
    this.#tokens.clear()
  }
}
