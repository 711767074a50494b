import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Subject } from '../subjects/subject.ts'
import { makeRows, type Row } from '../report/row.ts'
import { interleave } from './interleave.ts'
import type { Case, Measure } from './measure.ts'

/** What to run, and with whom. */
export interface RunOptions {
  readonly measures: readonly Measure[]
  readonly quick: boolean
  readonly subjects: readonly Subject[]
  /** Told what is being measured. */
  readonly progress: (text: string) => void
}

/** Runs measures one after the other. A measure that crashes ends the run. */
export async function runMeasures(options: RunOptions): Promise<{ rows: Row[]; notes: string[] }> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const measure of options.measures) {
    const directory = await mkdtemp(path.join(tmpdir(), 'caisson-bench-'))
    try {
      const prepared = await measure.prepare({ quick: options.quick, directory, subjects: options.subjects })
      notes.push(...prepared.notes.map((note) => `${measure.name}: ${note}`))
      try {
        for (const one of prepared.cases) rows.push(...(await runCase(measure.name, one, options)))
      } finally {
        await prepared.close?.()
      }
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
  return { rows, notes }
}

async function runCase(measure: string, one: Case, { quick, progress }: RunOptions): Promise<Row[]> {
  progress(`${measure}: ${one.name}`)
  const samples = await interleave(one.contenders, {
    rounds: quick ? Math.min(3, one.rounds) : one.rounds,
    warmUps: one.warmUps ?? 1,
    patienceMs: quick ? 2_000 : 20_000,
  })
  return makeRows(measure, one, samples)
}
