import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { countOutcomes, type CaseReport, type ConformanceReport } from './report.js'

/** Saves a report as JSON, so that reports of several test files can be put into one matrix. */
export async function writeReport(directory: string, report: ConformanceReport): Promise<string> {
  await mkdir(directory, { recursive: true })
  const file = path.join(directory, `${report.target.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.json`)
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`)
  return file
}

/** Reads what `writeReport` saved, in the order of the targets' names. */
export async function readReports(directory: string): Promise<ConformanceReport[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(path.join(directory, name), 'utf8')) as ConformanceReport),
  )
}

/** The support matrix as Markdown: capabilities, counts per suite, and what is known to fail. */
export function renderSupportMatrix(reports: readonly ConformanceReport[]): string {
  const parts = [
    ['## Capabilities', renderCapabilities(reports)],
    ['## Conformance', renderCounts(reports)],
    ['## Known failures', renderKnownFailures(reports)],
  ]
  return `${parts.map((part) => part.join('\n\n')).join('\n\n')}\n`
}

function renderCapabilities(reports: readonly ConformanceReport[]): string {
  const flags = [...new Set(reports.flatMap(({ supports }) => Object.keys(supports)))].toSorted()
  return renderTable(
    ['capability', ...reports.map(({ target }) => target)],
    flags.map((flag) => [
      `\`${flag}\``,
      ...reports.map(({ supports }) => renderFlag(new Map<string, unknown>(Object.entries(supports)).get(flag))),
    ]),
  )
}

function renderFlag(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '–'
  return value === true ? 'yes' : 'no'
}

function renderCounts(reports: readonly ConformanceReport[]): string {
  const suites = [...new Set(reports.flatMap(({ cases }) => cases.map(suiteOf)))].toSorted()
  const rows = suites.map((suite) => [
    suite,
    ...reports.map(({ cases }) => renderCount(cases.filter((entry) => suiteOf(entry) === suite))),
  ])
  const total = ['**all**', ...reports.map(({ cases }) => renderCount(cases))]
  return renderTable(['suite', ...reports.map(({ target }) => target)], [...rows, total])
}

function renderCount(cases: readonly CaseReport[]): string {
  if (cases.length === 0) return '–'
  const counts = countOutcomes(cases)
  const notes = [
    counts.failed > 0 ? `${counts.failed} failed` : '',
    counts['known-failing'] > 0 ? `${counts['known-failing']} known failing` : '',
    counts.skipped > 0 ? `${counts.skipped} not applicable` : '',
  ].filter((note) => note !== '')
  return notes.length > 0 ? `${counts.passed} (${notes.join(', ')})` : String(counts.passed)
}

function renderKnownFailures(reports: readonly ConformanceReport[]): string {
  const rows = reports.flatMap(({ target, cases }) =>
    cases.filter(({ outcome }) => outcome === 'known-failing').map(({ id, reason }) => [target, id, reason ?? '']),
  )
  return rows.length > 0 ? renderTable(['target', 'case', 'reason'], rows) : 'None.'
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

function suiteOf({ id }: CaseReport): string {
  return id.slice(0, id.lastIndexOf('/'))
}
