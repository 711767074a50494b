/** A line that holds what is looked for. */
export interface FoundLine {
  /** From 1. */
  readonly line: number
  readonly content: string
}

const newline = 10
/** Of a longer line only so much is searched. */
const longestLineBytes = 1024 * 1024

/** Asking for each next one costs many times more where lines are short. */
function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === newline) count += 1
  return count
}

/** Looks for a text in the lines of a file that comes in pieces. */
export class LineSearch {
  readonly found: FoundLine[] = []
  readonly #pattern: string
  readonly #bytes: Buffer
  /** Lines that are behind. */
  #passed = 0
  /** The line that has not ended yet. */
  #rest: Buffer = Buffer.alloc(0)
  #isCut = false

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#bytes = Buffer.from(pattern)
  }

  push(piece: Buffer): void {
    // What follows a line that was cut belongs to it until it ends.
    const from = this.#isCut ? piece.indexOf(newline) : 0
    if (from < 0) return
    const bytes = Buffer.concat([this.#rest, piece.subarray(from)])
    const end = bytes.lastIndexOf(newline) + 1
    this.#search(bytes.subarray(0, end))
    this.#rest = bytes.subarray(end, end + longestLineBytes)
    this.#isCut = bytes.length - end > longestLineBytes
  }

  end(): void {
    this.#search(this.#rest)
    this.#rest = Buffer.alloc(0)
  }

  /** Most lines hold nothing, so they are only counted. */
  #search(lines: Buffer): void {
    let counted = 0
    let at = lines.indexOf(this.#bytes)
    while (at >= 0) {
      const start = at === 0 ? 0 : lines.lastIndexOf(newline, at - 1) + 1
      this.#passed += countLines(lines.subarray(counted, start))
      counted = start
      const next = lines.indexOf(newline, at)
      const end = next < 0 ? lines.length : next
      this.#add(lines.toString('utf8', start, end))
      at = next < 0 ? -1 : lines.indexOf(this.#bytes, end)
    }
    this.#passed += countLines(lines.subarray(counted))
  }

  #add(text: string): void {
    const content = text.endsWith('\r') ? text.slice(0, -1) : text
    if (content.includes(this.#pattern)) this.found.push({ line: this.#passed + 1, content })
  }
}
