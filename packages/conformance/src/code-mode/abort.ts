import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** Giving up. */
export const abortSuite: CodeModeSuite = codeModeSuite('abort', [
  {
    id: 'running',
    title: 'aborting ends a running program with AbortError',
    check: async (bench) => {
      const controller = new AbortController()
      const stop = (): void => controller.abort()
      const code = 'await external_stop({}); for (;;) {}'
      const startedAt = performance.now()
      const result = await bench.run(code, { stop }, {}, { abortSignal: controller.signal })
      expect([result.success, result.error?.name]).toEqual([false, 'AbortError'])
      expect(performance.now() - startedAt).toBeLessThan(10_000)
    },
  },
  {
    id: 'before',
    title: 'a signal that is aborted already starts nothing',
    check: async (bench) => {
      let calls = 0
      const result = await bench.run(
        'await external_t({})',
        { t: () => (calls += 1) },
        {},
        { abortSignal: AbortSignal.abort() },
      )
      expect([result.error?.name, calls]).toEqual(['AbortError', 0])
    },
  },
])
