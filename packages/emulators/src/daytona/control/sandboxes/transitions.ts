import { setTimeout as wait } from 'node:timers/promises'

/** How long changes of state take, and whether they end at all. */
export class Transitions {
  readonly #minimumMs: number
  #held: { readonly released: Promise<void>; release(): void } | undefined

  constructor(minimumMs: number) {
    this.#minimumMs = minimumMs
  }

  get areHeld(): boolean {
    return this.#held !== undefined
  }

  /** From now on no change of state ends, until `release`. */
  hold(): void {
    if (this.#held) return
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#held = { released, release }
  }

  release(): void {
    this.#held?.release()
    this.#held = undefined
  }

  /** Does the work of a change; resolves when it has taken as long as it must. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const [result] = await Promise.all([work(), wait(this.#minimumMs, undefined, { ref: false })])
    await this.#held?.released
    return result
  }
}
