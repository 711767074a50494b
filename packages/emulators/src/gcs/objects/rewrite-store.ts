import { randomBytes } from 'node:crypto'

/** A copy that takes several calls. */
export interface Rewrite {
  /** Source and destination, in one text: a token is for these and no others. */
  readonly subject: string
  readonly copiedBytes: number
}

const mostRewrites = 1000

/** The copies that are not complete, by their tokens. Each token is good for one call. */
export class RewriteStore {
  readonly #rewrites = new Map<string, Rewrite>()

  add(rewrite: Rewrite): string {
    const token = randomBytes(48).toString('base64url')
    this.#rewrites.set(token, rewrite)
    const oldest = this.#rewrites.keys().next()
    if (this.#rewrites.size > mostRewrites && oldest.done !== true) this.#rewrites.delete(oldest.value)
    return token
  }

  find(token: string): Rewrite | undefined {
    return this.#rewrites.get(token)
  }

  clear(): void {
    this.#rewrites.clear()
  }
}
