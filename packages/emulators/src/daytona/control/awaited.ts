/**
 * What clients look at again and again until its state changes. Looks at it are polls: while its state is one that ends by itself, and the
 * one after that, which shows the end to a client who has seen the middle.
 */
export class Awaited {
  readonly #isPassing: (key: string) => boolean
  readonly #seen = new Set<string>()

  /** `isPassing`: whether what has this key is in a state that ends by itself; false for what is not there. */
  constructor(isPassing: (key: string) => boolean) {
    this.#isPassing = isPassing
  }

  /** A client that looks at it now waits for something. */
  has(key: string): boolean {
    return this.#seen.has(key) || this.#isPassing(key)
  }

  /** A client is about to see its state, or that it is no more. `keys`: all that it can be asked for by. */
  see(...keys: readonly string[]): void {
    for (const key of keys) {
      if (this.#isPassing(key)) this.#seen.add(key)
      else this.#seen.delete(key)
    }
  }

  clear(): void {
    this.#seen.clear()
  }
}
