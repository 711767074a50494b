import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'
import { sleep } from './sleep.js'

/** What is left of a run: nothing. */
export const cleanupSuite: CodeModeSuite = codeModeSuite('cleanup', [
  {
    id: 'processes',
    title: 'neither the process of a run nor its handle remains, however it ended',
    check: async (bench) => {
      const sandbox = await bench.sandbox()
      await bench.run('return 1')
      const before = (await sandbox.processes?.list())?.length
      for (let i = 0; i < 3; i += 1) await bench.run('return 1')
      await bench.run('for (;;) {}', {}, { timeout: 400 })
      await bench.run('process.exit(1)')
      await sleep(100)
      expect((await sandbox.processes?.list())?.length).toBe(before)
    },
  },
  {
    id: 'children',
    title: 'a child that a program leaves behind holding its output is ended soon after the result [BR-159]',
    check: async (bench) => {
      const code = `
        const { spawn } = await import('node:child_process')
        const child = spawn('sleep', ['60'], { stdio: 'inherit' })
        return child.pid`
      const startedAt = performance.now()
      const pid = await bench.value(code)
      expect(typeof pid).toBe('number')
      expect(performance.now() - startedAt).toBeLessThan(15_000)
    },
  },
])
