/** So many requests are remembered. */
const mostRemembered = 1000

/**
 * Builds that this process asked for and then could not start: nobody will. Other programs cannot know that, and wait a while
 * for them.
 */
export class GivenUpBuilds {
  readonly #texts = new Set<string>()

  /** Texts that hold the ids of builds, wherever. */
  add(texts: readonly string[]): void {
    if (texts.length === 0) return
    this.#texts.add(texts.join('\n'))
    const [oldest] = this.#texts
    if (this.#texts.size > mostRemembered && oldest !== undefined) this.#texts.delete(oldest)
  }

  has(buildId: string): boolean {
    return [...this.#texts].some((text) => text.includes(buildId))
  }
}

/** Those of this process, of all accounts. */
export const givenUpBuilds: GivenUpBuilds = new GivenUpBuilds()
