import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** What a program prints. */
export const logsSuite: CodeModeSuite = codeModeSuite('logs', [
  {
    id: 'levels',
    title: 'every level of console is kept, in order, with plain values as JSON',
    check: async (bench) => {
      const code = `
        console.log('a', 1, { b: [1, null] }); console.info(true); console.warn(undefined, null)
        console.error('bad'); console.debug('%s is %d', 'x', 2); console.log()`
      const { logs } = await bench.run(code)
      expect(logs).toEqual(['a 1 {"b":[1,null]}', 'true', 'undefined null', 'bad', 'x is 2', ''])
    },
  },
  {
    id: 'errors',
    title: 'a logged error shows its name, message and line of the program',
    check: async (bench) => {
      const { logs } = await bench.run('const a = 1\nconsole.error(new RangeError("too far"))')
      expect(logs?.[0]).toContain('RangeError: too far')
      expect(logs?.[0]).toContain('program.ts:2')
      expect(logs?.[0]).not.toMatch(/node:|evalmachine|\/tmp/)
    },
  },
  {
    id: 'methods',
    title: 'table, dir, group, assert, count, time and trace are kept too',
    check: async (bench) => {
      const code = `
        console.table([{ id: 7 }]); console.dir({ deep: new Map([[1, 2]]) }); console.group('outer'); console.log('inner')
        console.groupEnd(); console.assert(true, 'no'); console.assert(false, 'yes'); console.count('n'); console.count('n')
        console.time('t'); console.timeEnd('t'); console.trace('here')`
      const text = (await bench.run(code)).logs?.join('\n') ?? ''
      for (const part of ['│ 7', 'Map(1)', 'outer\n  inner', 'Assertion failed: yes', 'n: 2', 't: ', 'Trace: here']) {
        expect(text).toContain(part)
      }
      expect(text).not.toContain('no\n')
    },
  },
  {
    id: 'printed',
    title: 'text written to stdout and stderr, also by child processes, is kept [BR-161]',
    check: async (bench) => {
      const code = `
        const { spawnSync } = await import('node:child_process')
        process.stdout.write('one\\n'); process.stderr.write('two\\n'); process.stdout.write('no end')
        spawnSync('sh', ['-c', 'echo; echo three; echo four >&2'], { stdio: ['ignore', 'inherit', 'inherit'] })
        return 1`
      const { logs, result } = await bench.run(code)
      expect(result).toBe(1)
      for (const line of ['one', 'two', 'no end', 'three', 'four']) expect(logs).toContain(line)
    },
  },
])
