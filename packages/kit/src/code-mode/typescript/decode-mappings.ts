import { decode } from '@jridgewell/sourcemap-codec'

/** Where a piece of generated text comes from. Lines and columns count from 0. */
export interface Mapping {
  readonly line: number
  readonly column: number
  readonly sourceLine: number
  readonly sourceColumn: number
}

/** The mappings of a source map of one source, in the order of the generated text. */
export function* decodeMappings(mappings: string): Generator<Mapping> {
  for (const [line, segments] of decode(mappings).entries()) {
    for (const segment of segments) {
      // Text that the tool made up has no source.
      if (segment.length === 1) continue
      const [column, , sourceLine, sourceColumn] = segment
      yield { line, column, sourceLine, sourceColumn }
    }
  }
}
