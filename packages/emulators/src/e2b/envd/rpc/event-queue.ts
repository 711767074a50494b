/** What `next` found. */
export type Next<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'idle' }
  | { readonly kind: 'end' }

/** How much a queue holds before its source is asked to wait. */
export interface QueueLimits<Item> {
  readonly sizeOf: (item: Item) => number
  readonly fullBytes: number
  /** Told each time the queue becomes full, or is no longer. */
  readonly onFull: (isFull: boolean) => void
}

/** Events for one subscriber, between a source that pushes and a stream that pulls. */
export class EventQueue<Item> {
  readonly #limits: QueueLimits<Item> | undefined
  readonly #items: Item[] = []
  #bytes = 0
  #isFull = false
  #end: { readonly error?: unknown } | undefined
  #wake: (() => void) | undefined

  constructor(limits?: QueueLimits<Item>) {
    this.#limits = limits
  }

  push(item: Item): void {
    if (this.#end !== undefined) return
    this.#items.push(item)
    this.#count(item, 1)
    this.#wake?.()
  }

  /** Ends it after what is in it; with an error, `next` throws that then. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error }
    this.#wake?.()
  }

  /** Waits for an event, at most `idleMs`. */
  async next(idleMs: number): Promise<Next<Item>> {
    if (this.#items.length === 0 && this.#end === undefined) await this.#wait(idleMs)
    const item = this.#items.shift()
    if (item !== undefined) {
      this.#count(item, -1)
      return { kind: 'item', item }
    }
    if (this.#end === undefined) return { kind: 'idle' }
    if (this.#end.error !== undefined) throw this.#end.error
    return { kind: 'end' }
  }

  /** Takes all there is. */
  drain(): Item[] {
    const items = this.#items.splice(0)
    for (const item of items) this.#count(item, -1)
    return items
  }

  #count(item: Item, sign: 1 | -1): void {
    if (this.#limits === undefined) return
    this.#bytes += sign * this.#limits.sizeOf(item)
    const isFull = this.#bytes >= this.#limits.fullBytes
    if (isFull === this.#isFull) return
    this.#isFull = isFull
    this.#limits.onFull(isFull)
  }

  #wait(idleMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), idleMs)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
    })
  }
}
