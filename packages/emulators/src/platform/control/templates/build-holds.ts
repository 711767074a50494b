/** Orders to wait, which are lifted one by one. */
export class BuildHolds {
  readonly #holds = new Set<symbol>()
  readonly #waiting = new Set<() => void>()

  /** One more order; what is returned lifts it. */
  add(): () => void {
    const hold = Symbol('hold')
    this.#holds.add(hold)
    return () => {
      this.#holds.delete(hold)
      this.#wake()
    }
  }

  clear(): void {
    this.#holds.clear()
    this.#wake()
  }

  /** Resolves when nothing holds any more, or when the signal is given. */
  async released(signal: AbortSignal): Promise<void> {
    while (this.#holds.size > 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
