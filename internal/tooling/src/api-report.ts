import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { EntryReport } from './api/entry-reports.ts'
import { reportEntries } from './api/entry-reports.ts'
import { repositoryRoot } from './repository-root.ts'
import { publicEntries } from './workspace-packages.ts'

const folder = path.join(repositoryRoot, 'etc', 'api')

function allReports(): EntryReport[] {
  const byPackage = Map.groupBy(publicEntries(repositoryRoot), (entry) => entry.package.folder)
  return [...byPackage.values()].flatMap((entries) => reportEntries(repositoryRoot, entries))
}

function committedFiles(): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function update(reports: readonly EntryReport[]): void {
  mkdirSync(folder, { recursive: true })
  for (const file of committedFiles()) rmSync(path.join(folder, file))
  for (const { file, text } of reports) writeFileSync(path.join(folder, file), text)
  process.stdout.write(`wrote ${reports.length} files below etc/api\n`)
}

function printDifference(file: string, text: string): void {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'caisson-api-'))
  const committed = path.join(folder, file)
  writeFileSync(path.join(scratch, file), text)
  const before = existsSync(committed) ? committed : os.devNull
  const args = ['diff', '--no-index', '--no-color', '--unified=2', before, path.join(scratch, file)]
  const { stdout } = spawnSync('git', args, { encoding: 'utf8' })
  const body = stdout.split('\n').filter((line) => !/^(diff|index|---|\+\+\+) /.test(line))
  process.stdout.write(`etc/api/${file} differs from what is built:\n${body.join('\n')}\n`)
  rmSync(scratch, { recursive: true })
}

function check(reports: readonly EntryReport[]): boolean {
  const changed = reports.filter(({ file, text }) => {
    const committed = path.join(folder, file)
    return !existsSync(committed) || readFileSync(committed, 'utf8') !== text
  })
  const stale = committedFiles().filter((file) => !reports.some((report) => report.file === file))
  for (const { file, text } of changed) printDifference(file, text)
  for (const file of stale) process.stdout.write(`etc/api/${file} belongs to no entry any more\n`)
  return changed.length + stale.length === 0
}

const reports = allReports()
if (process.argv.includes('--update')) update(reports)
else if (check(reports)) process.stdout.write(`${reports.length} entries, none changed\n`)
else {
  process.stdout.write(
    'If the change is meant, run `npm run api -- --update` and commit the result with a changeset.\n',
  )
  process.exitCode = 1
}
