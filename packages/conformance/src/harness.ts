import { afterAll, describe, expect, it } from 'vitest'
import type { CaseReport, ConformanceReport } from './report.js'
import { runCase, runKnownFailing } from './sandbox/run-case.js'
import type { SandboxCase, SandboxSuite } from './sandbox/sandbox-case.js'
import { sandboxSuites } from './sandbox/suites.js'
import { missingNeed, type SandboxTarget, type TestedSandbox } from './sandbox/target.js'

const defaultCaseLimitMs = 30_000
const heavyFactor = 4

/** Choices about a run that say nothing about the target. */
export interface SandboxConformanceOptions {
  /** Only the suites and cases whose id begins with one of these, for example `process/stdin`. Default: all. */
  only?: readonly string[] | undefined
  /** Not the suites and cases whose id begins with one of these, which then have a run of their own. Default: none. */
  except?: readonly string[] | undefined
  /** Gets the report when all cases have run. */
  onReport?: ((report: ConformanceReport) => void | Promise<void>) | undefined
}

/**
 * Registers the whole suite for one target with vitest. Call it at the top level of a test file.
 *
 * What a sandbox can do is read from its `supports`. A case that needs more is skipped by name; a case in `knownFailing`
 * passes while it fails, and fails when it passes.
 */
export function runSandboxConformance(target: SandboxTarget, options: SandboxConformanceOptions = {}): void {
  describe(`${target.name} conforms`, async () => {
    const sandbox = await target.create({})
    const suites = selectSandboxCases(options.only, options.except)
    const plan = suites.map((suite) => ({ suite, reports: [] as CaseReport[] }))
    checkKnownFailing(target, suites)
    // Light cases of all suites share the time; the heavy ones follow, one after the other.
    for (const { suite, reports } of plan) registerSuite({ target, sandbox, suite, reports }, 'light')
    for (const { suite, reports } of plan) registerSuite({ target, sandbox, suite, reports }, 'heavy')
    afterAll(async () => {
      await target.cleanup?.(sandbox)
      const cases = plan.flatMap(({ reports }) => reports)
      await options.onReport?.({ target: target.name, provider: sandbox.provider, supports: sandbox.supports, cases })
    })
  })
}

/** The suites, reduced to the cases whose id begins with one of the first prefixes and none of the second. */
export function selectSandboxCases(
  only: readonly string[] | undefined,
  except: readonly string[] = [],
): readonly SandboxSuite[] {
  if (!only && except.length === 0) return sandboxSuites
  const begins = (id: string, prefixes: readonly string[]): boolean => prefixes.some((prefix) => id.startsWith(prefix))
  const isChosen = ({ id }: SandboxCase): boolean => (!only || begins(id, only)) && !begins(id, except)
  return sandboxSuites
    .map(({ name, cases }) => ({ name, cases: cases.filter(isChosen) }))
    .filter(({ cases }) => cases.length > 0)
}

interface Registration {
  readonly target: SandboxTarget
  readonly sandbox: TestedSandbox
  readonly suite: SandboxSuite
  readonly reports: CaseReport[]
}

function registerSuite(registration: Registration, weight: 'light' | 'heavy'): void {
  const { name, cases } = registration.suite
  const chosen = cases.filter(({ isHeavy }) => (isHeavy ?? false) === (weight === 'heavy'))
  if (chosen.length === 0) return
  const register = weight === 'light' ? describe.concurrent : describe
  register(weight === 'light' ? name : `${name} (heavy)`, () => {
    for (const entry of chosen) registerCase(registration, entry)
  })
}

function registerCase({ target, sandbox, reports }: Registration, entry: SandboxCase): void {
  const { id, title } = entry
  const missing = missingNeed(target, sandbox, entry.needs ?? [])
  if (missing !== undefined) {
    reports.push({ id, title, outcome: 'skipped', reason: missing })
    it.skip(`${title} (skipped: ${missing})`, () => undefined)
    return
  }
  const limitMs = (target.caseLimitMs ?? defaultCaseLimitMs) * (entry.isHeavy ? heavyFactor : 1)
  const reason = target.knownFailing?.[id]
  it(reason === undefined ? title : `${title} (known failing: ${reason})`, { timeout: limitMs }, async () => {
    const index = reports.push({ id, title, outcome: 'failed', reason }) - 1
    if (reason === undefined) await runCase(target, entry)
    else await runKnownFailing(target, entry, reason)
    reports[index] = { id, title, outcome: reason === undefined ? 'passed' : 'known-failing', reason }
  })
}

/** A list that names what does not exist would hide what it was meant for. */
function checkKnownFailing(target: SandboxTarget, suites: readonly SandboxSuite[]): void {
  const known = Object.keys(target.knownFailing ?? {})
  if (known.length === 0) return
  it('knownFailing names only cases that exist', () => {
    const ids = new Set([...sandboxSuites, ...suites].flatMap(({ cases }) => cases.map(({ id }) => id)))
    expect(known.filter((id) => !ids.has(id))).toEqual([])
  })
}
