/** Lets so many calls run at the same time; the others wait in order. A call that ends, in whatever way, lets in the next. */
export class CallQueue {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #next = 0
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs `call` as soon as there is room, and follows it. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await call()
    } finally {
      this.#leave()
    }
  }

  /** Hands the place to the next in line, if there is one. */
  #leave(): void {
    const admit = this.#waiting[this.#next]
    if (admit === undefined) {
      this.#running -= 1
      this.#waiting.length = 0
      this.#next = 0
      return
    }
    this.#next += 1
    admit()
  }
}
