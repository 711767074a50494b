import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseOptions } from './cli/parse-options.ts'
import { useThisNode } from './cli/use-this-node.ts'
import { allMeasures } from './measures/all-measures.ts'
import { formatBudgetTable } from './report/format-table.ts'
import { makeReport, writeReport } from './report/report.ts'
import { runMeasures } from './run/run-measures.ts'
import { createSubject } from './subjects/caisson.ts'

const defaultFile = path.resolve(import.meta.dirname, '../results/latest.json')
const { measures, quick, file } = parseOptions(process.argv.slice(2), allMeasures, defaultFile)
useThisNode()
const directory = await mkdtemp(path.join(tmpdir(), 'caisson-bench-'))
const ours = await createSubject(directory)
try {
  const progress = (text: string): void => console.error(text)
  const { rows, notes } = await runMeasures({ measures, quick, subjects: [ours], progress })
  console.log(`\n${formatBudgetTable(rows)}\n`)
  for (const note of notes) console.log(note)
  await writeReport(makeReport(quick, rows, notes), file)
  console.log(
    `\nWritten to ${path.relative(process.cwd(), file)}. Ratios are medians of rounds in which all took turns.`,
  )
} finally {
  await ours.close()
  await rm(directory, { recursive: true, force: true })
}
