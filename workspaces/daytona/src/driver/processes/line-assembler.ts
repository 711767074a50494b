/** What the vendor puts between the streams in its log; its SDK leaves some of it in the text. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const markers = /[\u0001\u0002]+/g

/** Makes lines of text that arrives in pieces, without the vendor's markers. */
export class LineAssembler {
  readonly #onLine: (line: string) => void
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  push(text: string): void {
    const lines = (this.#rest + text.replace(markers, '')).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#onLine(line)
  }
}
