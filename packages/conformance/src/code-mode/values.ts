import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** Expressions, and what arrives on the other side. */
const mapped: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['[undefined, () => 1, NaN, -Infinity]', [null, null, null, null]],
  ['({ a: undefined, f() {}, n: NaN })', { n: null }],
  ['new Date(0)', '1970-01-01T00:00:00.000Z'],
  ['new Map([["k", new Set([1])]])', [['k', [1]]]],
  ['Buffer.from("hi")', 'aGk='],
  ['new Uint8Array([104, 105]).buffer', 'aGk='],
  ['new Float64Array([1.5, 2])', [1.5, 2]],
  ['new RangeError("far")', { name: 'RangeError', message: 'far' }],
  ['/a+/g', '/a+/g'],
  ['new URL("http://h/p")', 'http://h/p'],
  ['"\\ud800"', '\ud800'],
  ['({ toJSON: () => "own" })', 'own'],
]

/** Expressions, and what the error says of them. */
const refused: readonly (readonly [string, string])[] = [
  ['10n', 'is a BigInt'],
  ['({ rows: [{ id: 10n }] })', '.rows[0].id is a BigInt'],
  ['(() => { const a = { b: [] }; a.b.push(a); return a })()', '.b[0] refers to itself'],
  ['Symbol("s")', 'is a symbol'],
  ['({ p: Promise.resolve(1) })', '.p is a promise'],
]

/** Values on their way between program and host. */
export const valuesSuite: CodeModeSuite = codeModeSuite('values', [
  {
    id: 'results',
    title: 'results are mapped as documented [BR-167]',
    check: async (bench) => {
      for (const [expression, expected] of mapped) {
        expect([expression, await bench.value(`return ${expression}`)]).toEqual([expression, expected])
      }
    },
  },
  {
    id: 'arguments',
    title: 'arguments are mapped like results [BR-167]',
    check: async (bench) => {
      const code = `return Promise.all([${mapped.map(([expression]) => `external_t({ v: ${expression} })`).join(', ')}])`
      const received: unknown[] = []
      await bench.value(code, { t: ({ v }: { v: unknown }) => received.push(v) })
      expect(received).toEqual(mapped.map(([, expected]) => expected))
    },
  },
  {
    id: 'refused',
    title: 'what JSON cannot hold is a typed error that names the place, on that one call [BR-167]',
    check: async (bench) => {
      for (const [expression, problem] of refused) {
        const { error } = await bench.run(`return ${expression}`)
        expect([expression, error?.name]).toEqual([expression, 'SerializationError'])
        expect(error?.message).toContain(problem)
      }
      const code = `
        const names = []
        for (const make of [${refused.map(([expression]) => `() => ${expression}`).join(', ')}])
          await external_t({ v: make() }).catch((error) => names.push(error.name))
        return [names.length, new Set(names).size, names[0], await external_t({ v: 1 })]`
      const t = ({ v }: { v: unknown }): unknown => v
      // A symbol within an object is left out, as JSON does.
      expect(await bench.value(code, { t })).toEqual([4, 1, 'SerializationError', 1])
    },
  },
  {
    id: 'tool-results',
    title: 'results of tools are mapped by the same rules, and refused ones fail that call alone [BR-167]',
    check: async (bench) => {
      const circle: { self?: unknown } = {}
      circle.self = circle
      const values = [
        10n,
        circle,
        undefined,
        NaN,
        new Date(0),
        new Map([[1, 2]]),
        Buffer.from('hi'),
        (): number => 1,
        '\ud800',
      ]
      const t = ({ i }: { i: number }): unknown => values[i]
      const code = `
        const all = []
        for (let i = 0; i < ${values.length}; i++)
          all.push(await external_t({ i }).then((v) => (v === undefined ? 'nothing' : v), (error) => error.name))
        return all`
      const bad = 'SerializationError'
      const expected = [bad, bad, 'nothing', null, '1970-01-01T00:00:00.000Z', [[1, 2]], 'aGk=', bad, '\ud800']
      expect(await bench.value(code, { t })).toEqual(expected)
    },
  },
])
