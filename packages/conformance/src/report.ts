import type { SandboxSupports } from '@caisson/core/driver'

/** How one case ended. */
export type CaseOutcome = 'passed' | 'failed' | 'skipped' | 'known-failing'

/** One case in a report. */
export interface CaseReport {
  readonly id: string
  readonly title: string
  readonly outcome: CaseOutcome
  /** Why it was skipped, or is known to fail. */
  readonly reason?: string | undefined
}

/** Everything that is known about a target after a run. Plain data: it survives JSON. */
export interface ConformanceReport {
  readonly target: string
  readonly provider: string
  readonly supports: SandboxSupports
  readonly cases: readonly CaseReport[]
}

/** How many cases ended in which way. */
export type OutcomeCounts = Readonly<Record<CaseOutcome, number>>

/** Counts the outcomes of some cases. */
export function countOutcomes(cases: readonly CaseReport[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, skipped: 0, 'known-failing': 0 }
  for (const { outcome } of cases) counts[outcome] += 1
  return counts
}

/** One line about a target, for example `local: 180 passed, 0 failed, 12 skipped, 1 known failing`. */
export function summarizeReport(report: ConformanceReport): string {
  const counts = countOutcomes(report.cases)
  const parts = [`${counts.passed} passed`, `${counts.failed} failed`, `${counts.skipped} skipped by capability`]
  return `${report.target}: ${[...parts, `${counts['known-failing']} known failing`].join(', ')}`
}
