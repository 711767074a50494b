/** Keeps the end of a text, in bounded memory. */
export class TextTail {
  readonly #limit: number
  #text = ''

  constructor(limit: number) {
    this.#limit = limit
  }

  add(text: string): void {
    this.#text = (this.#text + text.slice(-this.#limit)).slice(-this.#limit)
  }

  toString(): string {
    return this.#text.trim()
  }
}
