/** Where a piece of generated text comes from. Lines and columns count from 0. */
export interface Mapping {
  readonly line: number
  readonly column: number
  readonly sourceLine: number
  readonly sourceColumn: number
}

const digits: ReadonlyMap<string, number> = new Map(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').map((digit, value) => [digit, value]),
)

/** Reads the mappings of a source map of one source, in the order of the generated text. */
export function* decodeMappings(mappings: string): Generator<Mapping> {
  let sourceLine = 0
  let sourceColumn = 0
  for (const [line, segments] of mappings.split(';').entries()) {
    let column = 0
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [byColumn = 0, source, byLine = 0, bySourceColumn = 0] = decodeNumbers(segment)
      column += byColumn
      // Text that the tool made up has no source.
      if (source === undefined) continue
      sourceLine += byLine
      sourceColumn += bySourceColumn
      yield { line, column, sourceLine, sourceColumn }
    }
  }
}

/** Numbers in base 64: five bits a digit, lowest first, the sign in the lowest bit. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const character of text) {
    const digit = digits.get(character) ?? 0
    value += (digit & 31) << shift
    shift += 5
    if ((digit & 32) !== 0) continue
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}
