/** Does steps, a few at a time, in the order in which they are yielded. The first failure ends it, and aborts the others. */
export class InParallel {
  readonly #most: number
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  constructor(most: number) {
    this.#most = most
  }

  /** Aborted by the first failure. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Starts a step as soon as there is room. Rejects with the failure of an earlier one. */
  async add(step: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running)
    this.#check()
    const running = step()
      .catch((error: unknown) => this.fail(error))
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Remembers the first failure, and aborts what is running. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#stop.abort(error)
  }

  /** Waits for all of them. Rejects with the first failure, once none is running any more. */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    this.#check()
  }

  #check(): void {
    if (this.#failure) throw this.#failure.error
  }
}
