import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import type { Row } from './row.ts'

/** Everything one run found out. */
export interface Report {
  readonly measuredAt: string
  readonly node: string
  readonly platform: string
  readonly processor: string
  readonly processors: number
  readonly memoryMb: number
  readonly quick: boolean
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
}

/** Puts a report together. */
export function makeReport(quick: boolean, rows: readonly Row[], notes: readonly string[]): Report {
  return {
    measuredAt: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    processors: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    quick,
    rows,
    notes,
  }
}

/** Writes a report as JSON, making the directory when needed. */
export async function writeReport(report: Report, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`)
}
