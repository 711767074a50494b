import type { Mapping } from './decode-mappings.js'

/** Words that a line break after them would change the meaning of. */
const unbreakable =
  /(?:^|[^\w$])(?:return|throw|yield|break|continue|async|await|accessor|static|get|set|of|using|let|type)\s*$/
const longestUnbreakable = 12
/** Tokens that may not begin a line. */
const clinging = /^(?:\+\+|--|=>)/

/**
 * Moves generated text to the lines of its source, and to the columns where there is room, so that positions in it are
 * positions in the source. Takes text whose only line breaks are within templates and at its very end.
 */
export function keepLayout(code: string, mappings: readonly Mapping[]): string {
  const layout = new Layout()
  const lineStarts = findLineStarts(code)
  let from = 0
  for (const { line, column, sourceLine, sourceColumn } of mappings) {
    // The beginning of a line is within a template.
    if (line > 0 && column === 0) continue
    const to = (lineStarts[line] ?? 0) + column
    layout.copy(code.slice(from, to), sourceLine)
    layout.moveTo(sourceLine, sourceColumn, mayBreak(code, to))
    from = to
  }
  return layout.finish(code.slice(from))
}

function findLineStarts(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function mayBreak(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - longestUnbreakable), at)
  return !unbreakable.test(before) && !clinging.test(code.slice(at, at + 2))
}

/** Text that is written from left to right and from top to bottom. */
class Layout {
  readonly #parts: string[] = []
  #line = 0
  #column = 0

  /** Adds text that must end at the given line at the latest: a line break for which there is no room is escaped. */
  copy(text: string, lastLine: number): void {
    const [first = '', ...others] = text.split('\n')
    this.#add(first)
    for (const part of others) {
      if (this.#line < lastLine) this.#break(1)
      else this.#add(String.raw`\n`)
      this.#add(part)
    }
  }

  /** Adds white space up to a place, unless it has been passed. */
  moveTo(line: number, column: number, isBreakable: boolean): void {
    if (line > this.#line && isBreakable) this.#break(line - this.#line)
    if (line === this.#line && column > this.#column) this.#add(' '.repeat(column - this.#column))
  }

  finish(rest: string): string {
    return this.#parts.join('') + rest
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#column += text.length
  }

  #break(lines: number): void {
    this.#parts.push('\n'.repeat(lines))
    this.#line += lines
    this.#column = 0
  }
}
