import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseOptions } from '../src/cli/parse-options.ts'
import { allMeasures } from '../src/measures/all-measures.ts'
import { makeReport, writeReport, type Report } from '../src/report/report.ts'
import { runMeasures } from '../src/run/run-measures.ts'
import { createSubject } from '../src/subjects/caisson.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'caisson-bench-test-'))
})
afterEach(async () => rm(directory, { recursive: true, force: true }))

test('a quick run writes figures that make sense', async () => {
  const wanted = path.join(directory, 'sub', 'report.json')
  const args = ['--quick', '--filter', 'filesystem', '--json', wanted]
  const { measures, quick, file } = parseOptions(args, allMeasures, 'unused.json')
  expect(file).toBe(wanted)
  const ours = await createSubject(directory)
  try {
    const progress: string[] = []
    const found = await runMeasures({ measures, quick, subjects: [ours], progress: (text) => progress.push(text) })
    await writeReport(makeReport(quick, found.rows, found.notes), file)
    expect(progress).toHaveLength(5)
  } finally {
    await ours.close()
  }
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  expect(report).toMatchObject({ quick: true, node: process.version })
  expect(report.rows).toHaveLength(5)
  for (const row of report.rows) {
    expect(row).toMatchObject({ measure: 'filesystem', contender: 'ours', metric: 'time', unit: 'ms', rounds: 3 })
    expect(row.value).toBeGreaterThan(0)
    expect(row.bare).toBeGreaterThan(0)
    expect(row.ratio).toBeGreaterThan(0)
    expect(row.quartiles[0]).toBeLessThanOrEqual(row.quartiles[1])
  }
})

test('a filter that fits nothing tells what there is', () => {
  expect(() => parseOptions(['--filter', 'nonsense'], allMeasures, 'unused.json')).toThrow(/execute, stream/)
})

test('without options everything is measured', () => {
  const { measures, quick, file } = parseOptions([], allMeasures, 'default.json')
  expect(measures).toEqual(allMeasures)
  expect([quick, path.basename(file)]).toEqual([false, 'default.json'])
})
