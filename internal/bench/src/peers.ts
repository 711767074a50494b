import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseOptions } from './cli/parse-options.ts'
import { useThisNode } from './cli/use-this-node.ts'
import { allMeasures } from './measures/all-measures.ts'
import { formatPeerTable } from './report/format-table.ts'
import { makeReport, writeReport } from './report/report.ts'
import { runMeasures } from './run/run-measures.ts'
import { createSubject } from './subjects/caisson.ts'
import { openPeers } from './subjects/open-peers.ts'

const defaultFile = path.resolve(import.meta.dirname, '../results/peers.json')
const comparable = allMeasures.filter(({ hasPeers }) => hasPeers)
const { measures, quick, file } = parseOptions(process.argv.slice(2), comparable, defaultFile)
useThisNode()
const directory = await mkdtemp(path.join(tmpdir(), 'caisson-bench-'))
const ours = await createSubject(directory)
const { peers, skipped } = await openPeers(directory)
const subjects = [ours, ...peers]
try {
  const progress = (text: string): void => console.error(text)
  const measured = await runMeasures({ measures, quick, subjects, progress })
  const versions = subjects.map(({ name, version }) => `${name} ${version}`)
  const notes = [...versions, ...skipped, ...measured.notes]
  console.log(`\n${formatPeerTable(measured.rows)}\n\n${notes.join('\n')}`)
  await writeReport(makeReport(quick, measured.rows, notes), file)
  console.log(`\nWritten to ${path.relative(process.cwd(), file)}. In brackets: the median ratio to the bare thing.`)
} finally {
  for (const subject of subjects) await subject.close()
  await rm(directory, { recursive: true, force: true })
}
