/** More than these are not named in one script; the rest comes with the next. */
const mostAtOnce = 64

/**
 * Commands of one machine whose end was delivered. Their directories are removed by whatever is sent there next, so that
 * this costs no request.
 */
export class ForgottenCommands {
  readonly #ids = new Set<string>()
  #recent: readonly string[] = []

  add(id: string): void {
    this.#ids.add(id)
    this.#recent = [...this.#recent, id].slice(-mostAtOnce)
  }

  /** The latest of them, whose directories may still be there. */
  get recent(): readonly string[] {
    return this.#recent
  }

  /** Does something that removes the directories; when it fails they are named once more. */
  async with<T>(send: (ids: readonly string[]) => Promise<T>): Promise<T> {
    const ids = [...this.#ids].slice(0, mostAtOnce)
    for (const id of ids) this.#ids.delete(id)
    try {
      return await send(ids)
    } catch (error) {
      for (const id of ids) this.#ids.add(id)
      throw error
    }
  }
}
