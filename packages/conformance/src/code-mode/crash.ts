import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** Programs that do not come to a regular end. */
export const crashSuite: CodeModeSuite = codeModeSuite('crash', [
  {
    id: 'exit',
    title: 'process.exit() is no result, and the message says who ended it',
    check: async (bench) => {
      const { success, error } = await bench.run('process.exit(3)')
      expect([success, error?.name]).toEqual([false, 'NoResultError'])
      expect(error?.message).toContain('process.exit(3)')
    },
  },
  {
    id: 'idle',
    title: 'a program that waits for what can no longer happen ends at once',
    check: async (bench) => {
      const startedAt = performance.now()
      const code = 'await external_t({}); await new Promise(() => {})'
      const { error } = await bench.run(code, { t: () => 1 })
      expect(error?.name).toBe('NoResultError')
      expect(performance.now() - startedAt).toBeLessThan(5000 + bench.slowCallMs)
    },
  },
  {
    id: 'rejection',
    title: 'a rejection that nothing handles fails the run with its cause and line',
    check: async (bench) => {
      const { error } = await bench.run(
        'const a = 1\nPromise.reject(new RangeError("lost"))\nawait new Promise((done) => setTimeout(done, 5000))',
      )
      expect(error).toMatchObject({ name: 'RangeError', message: 'lost', line: 2 })
    },
  },
  {
    id: 'callback',
    title: 'an error thrown in a callback fails the run with its line [BR-175]',
    check: async (bench) => {
      const code =
        'setTimeout(() => {\n  throw new TypeError("late")\n}, 5)\nawait new Promise((done) => setTimeout(done, 5000))'
      expect((await bench.run(code)).error).toMatchObject({ name: 'TypeError', message: 'late', line: 2 })
    },
  },
  {
    id: 'killed',
    title: 'a process that is killed is NoResultError with what it wrote to stderr',
    check: async (bench) => {
      const code = 'process.stderr.write("last words\\n"); process.kill(process.pid, "SIGKILL"); for (;;) {}'
      const { error } = await bench.run(code)
      expect(error?.name).toBe('NoResultError')
      expect(error?.message).toContain('last words')
    },
  },
])
