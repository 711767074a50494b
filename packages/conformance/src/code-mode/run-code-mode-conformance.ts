import { afterAll, describe, expect, it } from 'vitest'
import { ConformanceError } from '../sandbox/conformance-error.js'
import { CodeModeBench } from './code-mode-bench.js'
import type { CodeModeCase } from './code-mode-case.js'
import { codeModeSuites } from './code-mode-suites.js'
import type { CodeModeTarget } from './code-mode-target.js'

const defaultCaseLimitMs = 30_000

/**
 * Registers the code-mode suite for one target with vitest. Call it at the top level of a test file. A case in
 * `knownFailing` passes while it fails, and fails when it passes.
 */
export function runCodeModeConformance(target: CodeModeTarget): void {
  const { unavailable } = target
  const note = unavailable === undefined ? '' : ` (skipped: ${unavailable})`
  describe.skipIf(unavailable !== undefined)(`code mode on ${target.name} conforms${note}`, () => {
    const bench = new CodeModeBench(target)
    afterAll(async () => bench.close())
    for (const { name, cases } of codeModeSuites) {
      describe(name, () => {
        for (const entry of cases) registerCase(target, bench, entry)
      })
    }
    it('knownFailing names only cases that exist', () => {
      const ids = new Set(codeModeSuites.flatMap(({ cases }) => cases.map(({ id }) => id)))
      expect(Object.keys(target.knownFailing ?? {}).filter((id) => !ids.has(id))).toEqual([])
    })
  })
}

function registerCase(target: CodeModeTarget, bench: CodeModeBench, entry: CodeModeCase): void {
  const reason = target.knownFailing?.[entry.id]
  const title = reason === undefined ? entry.title : `${entry.title} (known failing: ${reason})`
  it(title, { timeout: target.caseLimitMs ?? defaultCaseLimitMs }, async () => {
    if (reason === undefined) return entry.check(bench)
    const fault = await entry.check(bench).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!fault) throw new ConformanceError(`${entry.id} passes although it is listed as known failing: take it off`)
  })
}
