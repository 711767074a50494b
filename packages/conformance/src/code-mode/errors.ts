import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

const kinds = [
  '"str"',
  'new RangeError()',
  'null',
  'undefined',
  '({ code: 1 })',
  'Object.freeze(new Error("frozen"))',
  'circular',
  'trap',
]
const makeKinds = `
  const circular = new Error('circular'); circular.cause = circular
  const trap = new Error(); Object.defineProperty(trap, 'message', { get() { throw new Error('no') } })`

/** How failures are told. */
export const errorsSuite: CodeModeSuite = codeModeSuite('errors', [
  {
    id: 'line',
    title: 'a thrown error has name, message and line, and a stack of the program alone [BR-175]',
    check: async (bench) => {
      const code =
        'type Row = {\n  id: number\n}\nfunction check(row: Row): void {\n  if (row.id === 0) {\n    throw new RangeError("zero")\n  }\n}\ncheck({ id: 0 })'
      const { error } = await bench.run(code)
      expect(error).toMatchObject({ name: 'RangeError', message: 'zero', line: 6 })
      expect(error?.stack).toContain('program.ts:6')
      expect(error?.stack).toContain('program.ts:9')
      expect(error?.stack).not.toMatch(/node:|evalmachine|\[eval|\/work|\/tmp/)
    },
  },
  {
    id: 'syntax',
    title: 'a syntax error names its line and shows the text [BR-175]',
    check: async (bench) => {
      const { success, error } = await bench.run('const a = 1\nconst b = 2\nconst c = 3\nconst d = = 4\nreturn d')
      expect([success, error?.name, error?.line]).toEqual([false, 'SyntaxError', 4])
      expect(error?.message).toContain('const d = = 4')
      expect(error?.message).not.toMatch(/async function|\/work|\/tmp/)
    },
  },
  {
    id: 'thrown',
    title: 'whatever a program throws, the error has a useful message [BR-168]',
    check: async (bench) => {
      for (const kind of kinds) {
        const { success, error } = await bench.run(`${makeKinds}\nthrow ${kind}`)
        expect([kind, success, typeof error?.message, error?.message === '']).toEqual([kind, false, 'string', false])
        expect(error?.message).not.toContain('Cannot read')
      }
      expect((await bench.run('throw "str"')).error).toEqual({ message: 'str' })
      expect((await bench.run('throw { code: 1 }')).error?.message).toContain('{"code":1}')
    },
  },
  {
    id: 'thrown-by-tools',
    title: 'whatever a tool throws, the program catches an Error with a useful message [BR-168]',
    check: async (bench) => {
      const circular = new TypeError('circular')
      circular.cause = circular
      const trap = new TypeError('hidden')
      Object.defineProperty(trap, 'message', {
        get() {
          throw new TypeError('no')
        },
      })
      const values = [
        'str',
        new RangeError(),
        null,
        undefined,
        { code: 1 },
        Object.freeze(new TypeError('frozen')),
        circular,
        trap,
      ]
      const t = async ({ i }: { i: number }): Promise<never> => Promise.reject(values[i])
      const code = `
        const all = []
        for (let i = 0; i < ${values.length}; i++)
          await external_t({ i }).catch((error) => all.push(error instanceof Error ? error.message : 'no error'))
        return all`
      const messages = await bench.value(code, { t })
      expect(messages).toEqual([
        'str',
        'RangeError',
        'A tool threw null',
        'A tool threw undefined',
        'A tool threw {"code":1}',
        'frozen',
        'circular',
        expect.stringContaining('A tool threw'),
      ])
    },
  },
  {
    id: 'tool-line',
    title: 'an error of a tool that is not caught has the line of the call',
    check: async (bench) => {
      const fail = async (): Promise<never> => Promise.reject(new RangeError('too far'))
      const { error } = await bench.run('const a = 1\n\nawait external_fail({})', { fail })
      expect(error).toMatchObject({ name: 'RangeError', message: 'too far', line: 3 })
    },
  },
])
