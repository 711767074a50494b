import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Measure } from '../run/measure.ts'

/** What the command line asks for. */
export interface CliOptions {
  readonly measures: readonly Measure[]
  readonly quick: boolean
  /** Where the report goes. */
  readonly file: string
}

/** Reads `--filter <name>`, `--quick` and `--json <file>`. Throws TypeError for anything else. */
export function parseOptions(args: readonly string[], measures: readonly Measure[], defaultFile: string): CliOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      filter: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      json: { type: 'string', default: defaultFile },
    },
  })
  const chosen = measures.filter(({ name }) => values.filter.every((text) => name.includes(text)))
  if (chosen.length === 0) {
    throw new TypeError(
      `No measure is called ${values.filter.join(' ')}: ${measures.map(({ name }) => name).join(', ')}`,
    )
  }
  return { measures: chosen, quick: values.quick, file: path.resolve(values.json) }
}
