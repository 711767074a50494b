/** Sends events to all clients of the organization that listen. */
export class EventHub {
  readonly #listeners = new Set<(text: string) => void>()

  get listeners(): number {
    return this.#listeners.size
  }

  subscribe(listener: (text: string) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** `data` is built only where somebody listens. */
  publish(name: string, data: () => unknown): void {
    if (this.#listeners.size === 0) return
    const text = JSON.stringify([name, data()])
    for (const listener of this.#listeners) listener(text)
  }
}
