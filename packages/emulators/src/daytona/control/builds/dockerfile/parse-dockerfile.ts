import { BuildError } from '../../../../builds/build-error.js'
import type { Heredoc, Instruction } from './instruction.js'

/** The instructions that may have texts for files behind them. */
const takesHeredocs: ReadonlySet<string> = new Set(['RUN', 'COPY', 'ADD'])

/** Only where a word begins, or behind the number of a descriptor: `1<<2` in a word is arithmetic. */
const heredocMark = /(?<=^|\s|\s\d)<<(-?)(?:"([^"]+)"|'([^']+)'|([A-Za-z_][\w.-]*))/g

/** Goes through the lines of a file. */
class LineReader {
  readonly #lines: readonly string[]
  #next = 0

  constructor(text: string) {
    this.#lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  }

  /** The number of the next line, from 1. */
  get number(): number {
    return this.#next + 1
  }

  take(): string | undefined {
    const line = this.#lines[this.#next]
    this.#next += 1
    return line
  }
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith('#')
}

/** Joins lines that end in a backslash; comments and empty lines between them are left out. */
function readLogicalLine(first: string, lines: LineReader): string {
  let text = ''
  let line: string | undefined = first
  while (line !== undefined) {
    const continued = /\\[ \t]*$/.exec(line)
    if (continued === null) return text + line
    text += line.slice(0, continued.index)
    do line = lines.take()
    while (line !== undefined && (line.trim() === '' || isComment(line)))
  }
  return text
}

function readHeredoc(name: string, isStripped: boolean, lines: LineReader): string {
  const content: string[] = []
  const start = lines.number
  for (let line = lines.take(); line !== undefined; line = lines.take()) {
    const shown = isStripped ? line.replace(/^\t+/, '') : line
    if (shown === name) return content.map((text) => `${text}\n`).join('')
    content.push(shown)
  }
  throw new BuildError(`dockerfile parse error on line ${start}: unterminated heredoc ${name}`)
}

function readHeredocs(text: string, lines: LineReader): Heredoc[] {
  return [...text.matchAll(heredocMark)].map(([, dash, double, single, plain]) => {
    const name = double ?? single ?? plain ?? ''
    return { name, isLiteral: plain === undefined, content: readHeredoc(name, dash === '-', lines) }
  })
}

function readFlags(text: string): { flags: Record<string, string>; rest: string } {
  const flags: Record<string, string> = {}
  let rest = text
  for (;;) {
    const flag = /^--([a-z][a-z-]*)(?:=(\S*))?(?:\s+|$)/.exec(rest)
    if (flag === null) return { flags, rest }
    flags[flag[1] ?? ''] = flag[2] ?? ''
    rest = rest.slice(flag[0].length)
  }
}

/**
 * Splits a Dockerfile into its instructions, without a look at what they mean.
 *
 * @throws BuildError for what is no instruction.
 */
export function parseDockerfile(text: string): readonly Instruction[] {
  const lines = new LineReader(text)
  const instructions: Instruction[] = []
  for (let number = lines.number, line = lines.take(); line !== undefined; number = lines.number, line = lines.take()) {
    if (line.trim() === '' || isComment(line)) continue
    const logical = readLogicalLine(line, lines).trim()
    const match = /^([A-Za-z]+)(?:\s+([^]*))?$/.exec(logical)
    if (match === null)
      throw new BuildError(`dockerfile parse error on line ${number}: unknown instruction: ${logical}`)
    const keyword = (match[1] ?? '').toUpperCase()
    const { flags, rest } = readFlags(match[2] ?? '')
    const heredocs = takesHeredocs.has(keyword) ? readHeredocs(rest, lines) : []
    instructions.push({ keyword, written: `${keyword} ${match[2] ?? ''}`, text: rest, flags, heredocs, line: number })
  }
  return instructions
}
