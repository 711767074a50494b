/** More output than this is dropped, so that a build cannot fill the memory. */
const mostCharacters = 8 * 1024 * 1024

const cutNotice = '[the rest of the log was dropped]\n'

/** What a build has said, as text that grows. */
export class BuildLog {
  readonly #pieces: string[] = []
  readonly #waiting = new Set<() => void>()
  #length = 0
  #isEnded = false

  /** Output as it comes, in pieces of any length. */
  write(text: string): void {
    if (text === '' || this.#isEnded || this.#length > mostCharacters) return
    this.#length += text.length
    this.#pieces.push(this.#length > mostCharacters ? cutNotice : text)
    this.#wake()
  }

  line(text: string): void {
    this.write(`${text}\n`)
  }

  end(): void {
    this.#isEnded = true
    this.#wake()
  }

  text(): string {
    return this.#pieces.join('')
  }

  /** Everything from the start on, until the build has ended or the signal is given. */
  async *follow(signal: AbortSignal): AsyncGenerator<string> {
    let next = 0
    while (!signal.aborted) {
      if (next < this.#pieces.length) {
        const piece = this.#pieces.slice(next).join('')
        next = this.#pieces.length
        yield piece
      } else if (this.#isEnded) {
        return
      } else {
        await this.#change(signal)
      }
    }
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}
