import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'
import { sleep } from './sleep.js'

/** Calls of tools. */
export const rpcSuite: CodeModeSuite = codeModeSuite('rpc', [
  {
    id: 'call',
    title: 'a call runs the tool on the host and gives its result',
    check: async (bench) => {
      const add = ({ a, b }: { a: number; b: number }): number => a + b
      expect(await bench.value('return await external_add({ a: 1, b: 2 })', { add })).toBe(3)
    },
  },
  {
    id: 'no-arguments',
    title: 'a call without arguments gives the tool an empty object',
    check: async (bench) => {
      expect(await bench.value('return external_echo()', { echo: (args: unknown) => args })).toEqual({})
    },
  },
  {
    id: 'throws',
    title: 'what a tool throws can be caught, with its name and message',
    check: async (bench) => {
      const bad = (): never => {
        throw new TypeError('no such city')
      }
      const code =
        'try { await external_bad({}) } catch (error) { return [error instanceof Error, error.name, error.message] }'
      expect(await bench.value(code, { bad })).toEqual([true, 'TypeError', 'no such city'])
    },
  },
  {
    id: 'parallel',
    title: 'calls made together run together, and every answer finds its call [BR-169]',
    check: async (bench) => {
      let begun = 0
      let letGo = (): void => undefined
      const allBegan = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const t = async ({ i }: { i: number }): Promise<number> => {
        begun += 1
        if (begun === 5) letGo()
        await allBegan
        await sleep((5 - i) * 100)
        return i
      }
      const code = 'return Promise.all([0, 1, 2, 3, 4].map((i) => external_t({ i })))'
      expect(await bench.value(code, { t })).toEqual([0, 1, 2, 3, 4])
    },
  },
  {
    id: 'many',
    title: '500 calls at once give 500 results, whatever the limit of concurrent calls [BR-169]',
    check: async (bench) => {
      const code = 'return Promise.all(Array.from({ length: 500 }, (_, i) => external_t({ i })))'
      const expected = Array.from({ length: 500 }, (_, i) => i)
      for (const maxConcurrentCalls of [1, 64]) {
        const result = await bench.value(code, { t: ({ i }: { i: number }) => i }, { maxConcurrentCalls })
        expect(result).toEqual(expected)
      }
    },
  },
  {
    id: 'unawaited',
    title: 'a call that is not awaited is cancelled at the return, and the logs say so [BR-160]',
    check: async (bench) => {
      const seen: string[] = []
      const slow = async (_: unknown, { abortSignal }: { abortSignal: AbortSignal }): Promise<void> => {
        seen.push('started')
        await new Promise((resolve) => abortSignal.addEventListener('abort', resolve))
        seen.push('aborted')
      }
      const code = 'external_slow({}); await external_quick({}); return "done"'
      const { result, logs, success } = await bench.run(code, { slow, quick: () => sleep(50) })
      expect([success, result]).toEqual([true, 'done'])
      expect(logs?.at(-1)).toMatch(/1 tool calls.*cancelled: slow/)
      await sleep(10)
      expect(seen).toEqual(['started', 'aborted'])
    },
  },
  {
    id: 'unawaited-failure',
    title: 'a call that fails without being awaited does not fail the program [BR-160]',
    check: async (bench) => {
      const fail = (): never => {
        throw new RangeError('too far')
      }
      const code = 'external_fail({}); external_fail({}).then(() => 1); await external_quick({}); return "done"'
      const result = await bench.run(code, { fail, quick: () => sleep(100) })
      expect([result.success, result.result]).toEqual([true, 'done'])
      expect(result.logs?.join()).toContain('too far')
    },
  },
  {
    id: 'large-arguments',
    title: 'arguments and results of 4 MiB arrive whole',
    check: async (bench) => {
      const code = 'const text = "xä".repeat(2 * 1024 * 1024); return (await external_echo({ text })).text === text'
      expect(await bench.value(code, { echo: (args: unknown) => args })).toBe(true)
    },
  },
])
