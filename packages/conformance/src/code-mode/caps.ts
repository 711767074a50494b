import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'
import { sleep } from './sleep.js'

/** Limits of one run. */
export const capsSuite: CodeModeSuite = codeModeSuite('caps', [
  {
    id: 'result',
    title: 'a result beyond maxResultBytes is ValueTooLargeError',
    check: async (bench) => {
      const limits = { maxResultBytes: 1000 }
      expect((await bench.run('return "x".repeat(998)', {}, limits)).success).toBe(true)
      expect((await bench.run('return "x".repeat(999)', {}, limits)).error?.name).toBe('ValueTooLargeError')
    },
  },
  {
    id: 'calls',
    title: 'arguments and tool results beyond maxResultBytes fail that call alone',
    check: async (bench) => {
      const code = `
        const big = await external_t({ text: 'x'.repeat(2000) }).catch((error) => error.name)
        const grown = await external_t({ size: 2000 }).catch((error) => error.name)
        return [big, grown, await external_t({ size: 2 })]`
      const t = ({ size }: { size: number }): string => 'y'.repeat(size)
      const expected = ['ValueTooLargeError', 'ValueTooLargeError', 'yy']
      expect(await bench.value(code, { t }, { maxResultBytes: 1000 })).toEqual(expected)
    },
  },
  {
    id: 'logs',
    title: 'logs are kept newest first within their limits, and say what was dropped',
    check: async (bench) => {
      const code = 'for (let i = 0; i < 20000; i++) console.log("line " + i); return 1'
      const { logs, result } = await bench.run(code, {}, { maxLogEntries: 100 })
      expect(result).toBe(1)
      expect(logs).toHaveLength(101)
      expect(logs?.[0]).toMatch(/^\[19900 earlier log entries dropped, \d+ bytes\]$/)
      expect(logs?.at(-1)).toBe('line 19999')
      const small = await bench.run(code, {}, { maxLogBytes: 100 })
      expect(small.logs?.slice(1).join('').length).toBeLessThanOrEqual(100)
      expect(small.logs?.at(-1)).toBe('line 19999')
      const long = await bench.run('console.log("x".repeat(1000) + "end")', {}, { maxLogBytes: 10 })
      expect(long.logs).toEqual([expect.stringMatching(/ dropped, \d+ bytes/), 'xxxxxxxend'])
    },
  },
  {
    id: 'concurrency',
    title: 'no more than maxConcurrentCalls tools run at the same time, and all of them do run',
    check: async (bench) => {
      let running = 0
      let most = 0
      const t = async (): Promise<void> => {
        running += 1
        most = Math.max(most, running)
        await sleep(5)
        running -= 1
      }
      const code = 'return (await Promise.all(Array.from({ length: 30 }, () => external_t({})))).length'
      expect(await bench.value(code, { t }, { maxConcurrentCalls: 3 })).toBe(30)
      expect(most).toBe(3)
    },
  },
  {
    id: 'pending',
    title: 'calls beyond maxPendingCalls fail, and the others are answered',
    check: async (bench) => {
      const code = `
        const all = await Promise.allSettled(Array.from({ length: 30 }, () => external_t({})))
        return [all.filter((one) => one.status === 'fulfilled').length, all.find((one) => one.reason)?.reason.name]`
      const t = async (): Promise<void> => sleep(300)
      expect(await bench.value(code, { t }, { maxPendingCalls: 10 })).toEqual([10, 'TooManyCallsError'])
    },
  },
])
