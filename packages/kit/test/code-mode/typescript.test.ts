import { runInThisContext } from 'node:vm'
import { prepareProgram, type CodeModeError } from '@caisson/core'
import { describe, expect, it, test } from 'vitest'
import { stripProgramTypes } from '../../src/code-mode/typescript/strip-program-types.js'

type Outcome = { readonly value: unknown } | { readonly error: CodeModeError } | { readonly thrown: Error }

/** Runs a program here, as a runner does. */
async function evaluate(program: string): Promise<Outcome> {
  const prepared = await prepareProgram(program, stripProgramTypes)
  if (!prepared.ok) return { error: prepared.error }
  const script = runInThisContext(prepared.script, { filename: 'program.ts', lineOffset: -1 }) as () => Promise<unknown>
  return script().then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown: thrown as Error }),
  )
}

/** The positions in the program that the stack of what it threw names. */
async function positionsOf(program: string): Promise<string[]> {
  const outcome = await evaluate(program)
  const { stack = '' } = 'thrown' in outcome ? outcome.thrown : {}
  return [...stack.matchAll(/program\.ts:(\d+:\d+)/g)].map(([, position]) => position ?? '')
}

describe('syntax that cannot merely be erased works [BR-173]', () => {
  const programs: [string, string, unknown][] = [
    ['an enum', 'enum E { A = 1, B }\nreturn [E.B, E[1]]', [2, 'A']],
    ['a constant enum', 'const enum E { A = "a" }\nreturn E.A', 'a'],
    [
      'a namespace',
      'namespace N { export const v = 2; export namespace M { export const w = { x: 3 } } }\nreturn [N.v, N.M.w.x]',
      [2, 3],
    ],
    [
      'two namespaces, one of types',
      'namespace T { export type A = 1 }\nnamespace N {\n  // }\n  export const v: T.A = 1\n}\nreturn N.v',
      1,
    ],
    [
      'a namespace that uses the program',
      'const text = "}"\nnamespace N { export const v = text + "}" }\nreturn N.v',
      '}}',
    ],
    [
      'a parameter property',
      'class C { constructor(public x: number, private readonly y = 2) {} sum() { return this.x + this.y } }\nreturn new C(1).sum()',
      3,
    ],
    [
      'a decorator',
      'const twice = (f: () => number, _: unknown) => () => f() * 2\nclass C { @twice n() { return 2 } }\nreturn new C().n()',
      4,
    ],
    [
      '`using`',
      'const seen: string[] = []\n{ using x = { [Symbol.dispose]() { seen.push("end") } }; seen.push("in") }\nreturn seen',
      ['in', 'end'],
    ],
    ['an accessor', 'class C { accessor x = 5 }\nreturn new C().x', 5],
    [
      'an abstract class with an overload',
      'abstract class A { abstract n(): number; f(a: string): void; f(a: unknown) {} }\nclass B extends A { n() { return 1 } }\nreturn new B().n()',
      1,
    ],
  ]
  test.each(programs)('%s', async (_, program, value) => expect(await evaluate(program)).toEqual({ value }))
})

describe('what looks like types is left alone [BR-171]', () => {
  const programs: [string, unknown][] = [
    ['const a = false, b = 1, c = 2\nreturn a ? b : c', 2],
    ['const y = 1; const o = {x: y}\nreturn o', { x: 1 }],
    ['outer: for (;;) { for (;;) { break outer } }\nreturn 1', 1],
    ['switch (1 as number) { case 1: return "one"; default: return "none" }', 'one'],
    ['const a = 1\nreturn `a: string ${a} interface X {}`', 'a: string 1 interface X {}'],
    ['return /: number/.test("a: number")', true],
    ['const x = { a: 1 } as const\nreturn x.a', 1],
    ['const id = <T>(x: T) => x\nreturn id<number>(3)', 3],
    ['const a: number | undefined = 1\nreturn a! + 1', 2],
    ['return ({ a: 1 } satisfies { a: number }).a', 1],
    ['function f<T>(a: T): T { return a }\nreturn f<number>(1)', 1],
    ['return "interface X {}"', 'interface X {}'],
    ['let x = 2\nlet n = 0\nwhile (x --> 0) n++\nreturn n', 2],
    ['let a = 1\na\n++\na\nreturn a', 2],
    ['return String.raw`a\\n\nb` + `c\\n\nd`', 'a\\n\nbc\n\nd'],
  ]
  test.each(programs)('%s', async (program, value) => expect(await evaluate(program)).toEqual({ value }))

  it('a break that ends a statement ends it', async () => {
    expect(await evaluate('function f() {\n  return\n  1\n}\nreturn String(f())')).toEqual({ value: 'undefined' })
    expect(await evaluate('const a = 1\nconst b = a\n;[2].forEach((x: number) => x)\nreturn b')).toEqual({ value: 1 })
  })
})

describe('every accepted form is accepted [BR-172]', () => {
  const forms = [
    'const n: number = 20\nreturn n + 1',
    '```ts\nconst n: number = 20\nreturn n + 1\n```',
    'Here you are:\n\n```typescript\nreturn 21\n```\nDone.',
    'export default async (): Promise<number> => 21',
    'async () => {\n  enum E { A = 21 }\n  return E.A\n}',
    'export default async function main(): Promise<number> { return 21 }',
    'namespace N { export const v = 21 }\nexport default () => N.v',
  ]
  test.each(forms)('%s', async (program) => expect(await evaluate(program)).toEqual({ value: 21 }))

  it('a fence in a template is not cut', async () => {
    expect(await evaluate('const doc = `\n\\`\\`\\`ts\ncode\n\\`\\`\\`\n`\nreturn doc.length')).toEqual({ value: 16 })
  })
})

describe('errors name the line and the column of the text as it was given [BR-175]', () => {
  const faults: [string, string, string, number, RegExp][] = [
    [
      'in a body',
      'const a = 1\nconst b = 2\nconst c = 3\nlet d: = 4',
      'line 4, column 8: let d: = 4',
      4,
      /Unexpected "="/,
    ],
    ['in a fence', 'So:\n```ts\n  let b = = 2\n```', 'line 3, column 11: let b = = 2', 3, /Unexpected "="/],
    ['after an export', 'export default   async () => { = }', 'line 1, column 32: ', 1, /Unexpected "="/],
    ['after letters of several bytes', 'const ä = "€😀"; let b = = 2', 'line 1, column 26: ', 1, /Unexpected "="/],
    [
      'in a namespace',
      'const a = 1\n  namespace N {\n  export const = 2\n}',
      'line 3, column 16: export const = 2',
      3,
      /"="/,
    ],
    ['on the first line of one', 'let a; namespace N { export const = 2 }', 'line 1, column 35: ', 1, /"="/],
    ['at the end', 'const a = {\n  b: 1\n', '(line 3)', 3, /ends too early/],
    ['a bracket too many', 'const a = 1\nreturn a }', '(line 2: return a })', 2, /closing bracket too many/],
    ['a static import', 'import fs from "node:fs"\nreturn 1', 'line 1, column 8', 1, /use `await import\(…\)`/],
    ['an old octal number', 'return 010', 'line 1, column 8', 1, /octal/i],
    ['a name declared twice', 'const a = 1\nconst a = 2', 'line 2, column 7', 2, /already been declared/],
  ]
  test.each(faults)('%s', async (_, program, place, line, text) => {
    const { error } = (await evaluate(program)) as { error: CodeModeError }
    expect([error.name, error.line]).toEqual(['SyntaxError', line])
    expect(error.message).toContain(place)
    expect(error.message).toMatch(text)
    expect(error.message).not.toMatch(/use strict|async function \(\)|\$default|\$whole/)
  })

  const before = 'type Row = {\n  id: number\n}\nenum E {\n  A,\n  B,\n}\ninterface I extends Row {\n  f(): void\n}\n'
  const thrown: [string, string, string][] = [
    ['after types and enums', `${before}    throw new RangeError("late")`, '11:11'],
    [
      'in a function',
      `${before}const f = (row: Row): void => {\n  if (row.id === 0) {\n    throw new Error()\n  }\n}\nf({ id: 0 })`,
      '13:11',
    ],
    [
      'after a template of several lines',
      'const a = `1\n2\\n${1}\n3`\nconst b: any = null\nreturn (b as Row).id',
      '5:19',
    ],
    ['after a string with a break in it', 'const a = "1\\n2\\n3"\nthrow new Error(a)', '2:7'],
    ['after a namespace', 'namespace N {\n  export type A = 1\n  export const v = 1\n}\n  throw new Error()', '5:9'],
    [
      'in a namespace',
      'const a = 1\nnamespace N {\n  export const f = () => {\n    throw new Error()\n  }\n}\nN.f()',
      '4:11',
    ],
    [
      'in a parameter property',
      'class C {\n  constructor(\n    public a: string,\n    public b = a.missing.b,\n  ) {}\n}\nnew C("")',
      '4:26',
    ],
    ['of an argument', 'const o: any = {}\nString(\n  1,\n  o.a.b as string,\n)', '4:7'],
    ['in a chain', '[1]\n  .map((x: number): any => x)\n  .filter((x) => x.a.b)', '3:22'],
    ['after a long comment', '/*\n * one\n */\n// two\nthrow new Error()', '5:7'],
    ['with Windows line ends', 'type A = {\r\n  a: 1\r\n}\r\nthrow new Error()', '4:7'],
  ]
  test.each(thrown)('thrown %s', async (_, program, position) => {
    expect((await positionsOf(program))[0]).toBe(position)
  })
})

describe('large programs', () => {
  it('2 MiB of text keep their lines', async () => {
    const line = `const table_N: Record<string, number> = { a: 1, b: 2 }; if (table_N.a !== 1) throw new Error()\n`
    const lines = Array.from({ length: Math.ceil((2 * 1024 * 1024) / line.length) }, (_, index) =>
      line.replaceAll('N', String(index)),
    )
    const positions = await positionsOf(`${lines.join('')}throw new Error()`)
    expect(positions[0]).toBe(`${lines.length + 1}:7`)
  })
})
