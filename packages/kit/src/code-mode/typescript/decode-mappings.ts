/** Where a piece of generated text comes from. Lines and columns count from 0. */
export interface Mapping {
  readonly line: number
  readonly column: number
  readonly sourceLine: number
  readonly sourceColumn: number
}

/** The mappings of a source map of one source, in the order of the generated text. Loads the decoder on first use. */
export async function decodeMappings(mappings: string): Promise<readonly Mapping[]> {
  const { decode } = await import('@jridgewell/sourcemap-codec')
  return decode(mappings).flatMap((segments, line) =>
    segments.flatMap((segment) => {
      // Text that the tool made up has no source.
      if (segment.length === 1) return []
      const [column, , sourceLine, sourceColumn] = segment
      return [{ line, column, sourceLine, sourceColumn }]
    }),
  )
}
