import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'
import { untilTrue } from '../sandbox/waiting.js'
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
      // What is only to be cleaned up is waited for by nobody; on machines far away it takes its time.
      await untilTrue('the processes are gone', async () => (await sandbox.processes?.list())?.length === before)
    },
  },
  {
    id: 'background',
    title: 'a child that a program leaves behind holding its output does not hold up the result',
    check: async (bench) => {
      const code = `
        const { spawn } = await import('node:child_process')
        return spawn('sleep', ['90'], { stdio: 'inherit' }).pid`
      const startedAt = performance.now()
      expect(typeof (await bench.value(code))).toBe('number')
      expect(performance.now() - startedAt).toBeLessThan(20_000 + bench.slowCallMs)
    },
  },
  {
    id: 'children',
    title: 'the children of a program that ran out of time are ended with it [BR-159]',
    check: async (bench) => {
      const seen: number[] = []
      const code = `
        const { spawn } = await import('node:child_process')
        await external_tell({ pid: spawn('sleep', ['60'], { stdio: 'inherit' }).pid })
        for (;;) {}`
      const tell = ({ pid }: { pid: number }): number => seen.push(pid)
      const { error } = await bench.run(code, { tell }, { timeout: 500 + bench.slowCallMs })
      expect([error?.name, seen.length]).toEqual(['TimeoutError', 1])
      await sleep(300)
      expect(await bench.value(isSleeping(seen[0]))).toBe(false)
    },
  },
])

/** A program that tells whether a process is a `sleep` that still runs; one that is only to be collected does not. */
function isSleeping(pid: number | undefined): string {
  return `
    const { readFileSync } = await import('node:fs')
    try { return readFileSync('/proc/${String(pid)}/cmdline', 'utf8').startsWith('sleep') } catch { return false }`
}
