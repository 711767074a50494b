import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'
import { sleep } from './sleep.js'

/** The clock of a run. */
export const timeoutSuite: CodeModeSuite = codeModeSuite('timeout', [
  {
    id: 'loop',
    title: 'an endless loop ends with TimeoutError, and what it printed is kept',
    check: async (bench) => {
      const startedAt = performance.now()
      const timeout = 300 + bench.slowCallMs
      const result = await bench.run('console.log("before"); for (;;) {}', {}, { timeout })
      expect(result).toEqual({
        success: false,
        error: { name: 'TimeoutError', message: `Code Mode execution timed out after ${timeout}ms` },
        logs: ['before'],
      })
      expect(performance.now() - startedAt).toBeLessThan(timeout + 20_000)
    },
  },
  {
    id: 'next',
    title: 'the run after one that timed out has nothing of it [BR-159]',
    check: async (bench) => {
      await bench.run('for (;;) {}', {}, { timeout: 500 })
      expect(await bench.value('return 1 + 1')).toBe(2)
      const late = async (): Promise<string> => {
        await sleep(700)
        return 'stale'
      }
      const first = await bench.run('return await external_late({})', { late }, { timeout: 500 })
      expect(first.error?.name).toBe('TimeoutError')
      expect(await bench.value('await new Promise((done) => setTimeout(done, 500)); return "fresh"', { late })).toBe(
        'fresh',
      )
    },
  },
  {
    id: 'tools',
    title: 'a tool that still runs when the time is up is told to stop',
    check: async (bench) => {
      let reason: unknown = 'none'
      const wait = async (_: unknown, { abortSignal }: { abortSignal: AbortSignal }): Promise<void> =>
        new Promise((resolve) => {
          abortSignal.addEventListener('abort', () => {
            reason = 'aborted'
            resolve()
          })
        })
      const result = await bench.run('await external_wait({})', { wait }, { timeout: 500 + bench.slowCallMs })
      expect([result.error?.name, reason]).toEqual(['TimeoutError', 'aborted'])
    },
  },
])
