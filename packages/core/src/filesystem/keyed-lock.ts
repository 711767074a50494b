/** Runs steps with the same key one after another; different keys do not wait for each other. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>()

  /** Resolves or rejects as the step does. The next step of the key starts when this one is over, however it ended. */
  async run<T>(key: string, step: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key)
    const result = previous ? previous.then(step) : step()
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    this.#tails.set(key, tail)
    try {
      return await result
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
