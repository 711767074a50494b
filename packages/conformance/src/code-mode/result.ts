import type { CodeModeError } from '@caisson/core'
import { expect } from 'vitest'
import { codeModeSuite, type CodeModeSuite } from './code-mode-case.js'

/** What a program gives back. */
export const resultSuite: CodeModeSuite = codeModeSuite('result', [
  {
    id: 'returned',
    title: 'the returned value is the result',
    check: async (bench) => {
      expect(await bench.run('return { sum: 1 + 1, list: ["a", null] }')).toEqual({
        success: true,
        result: { sum: 2, list: ['a', null] },
      })
    },
  },
  {
    id: 'nothing',
    title: 'a program without return succeeds and has no result',
    check: async (bench) => expect(await bench.run('const x = 1')).toStrictEqual({ success: true }),
  },
  {
    id: 'types',
    title: 'types are erased and code that looks like them is not [BR-171]',
    check: async (bench) => {
      const code = `
        interface Row { id: number; name?: string }
        type Pick2<T> = T extends string ? 'a: string' : never
        function f<T>(x: T): T { return x }
        const a = 1 as const, b = 2, c = 3
        let text = 'interface X {}'
        label: for (const n of [1]) { switch (n) { case 1: break label } }
        const g = <T,>(x: T) => x
        const row = { id: a, name: text } satisfies Row
        return [a ? b : c, { x: b }, \`a: string \${b}\`, /: number/.test('x: number'), g(1), a! + 1, f<number>(1), row, text]`
      const expected = [2, { x: 2 }, 'a: string 2', true, 1, 2, 1, { id: 1, name: 'interface X {}' }, 'interface X {}']
      expect(await bench.value(code)).toEqual(expected)
    },
  },
  {
    id: 'forms',
    title: 'a body, a function, a default export and a Markdown fence mean the same [BR-172]',
    check: async (bench) => {
      const forms = [
        'const n: number = 6\nreturn n * 7',
        '```ts\nconst n: number = 6\nreturn n * 7\n```',
        'Here is the program:\n\n```typescript\nconst n: number = 6\nreturn n * 7\n```\nIt multiplies.',
        'export default async () => {\n  const n: number = 6\n  return n * 7\n}',
        'export default async function main(): Promise<number> { return 42 }',
        'async () => {\n  return 42\n}',
        'async function run() { return 42 };',
        '(async () => 42)()',
      ]
      for (const form of forms) expect([form, await bench.value(form)]).toEqual([form, 42])
    },
  },
  {
    id: 'unerasable',
    title: 'syntax that erasing cannot remove either works or is one clear error with its line [BR-173]',
    check: async (bench) => {
      const programs: [string, unknown][] = [
        ['const a = 1\nenum E { A = 1 }\nreturn E.A', 1],
        ['const a = 1\nnamespace N { export const v = 2 }\nreturn N.v', 2],
        ['const a = 1\nclass C { constructor(public x: number) {} }\nreturn new C(3).x', 3],
      ]
      for (const [program, expected] of programs) {
        const { success, result, error } = await bench.run(program)
        if (success) expect([program, result]).toEqual([program, expected])
        else expectUnsupported(program, error)
      }
    },
  },
  {
    id: 'static-imports',
    title: 'static imports are one clear error with its line [BR-173]',
    check: async (bench) => {
      for (const statement of ['import fs = require("fs")', 'import fs from "node:fs"']) {
        const program = `const a = 1\n${statement}\nreturn fs`
        expectUnsupported(program, (await bench.run(program)).error)
      }
    },
  },
  {
    id: 'imports',
    title: 'modules of Node are there through import()',
    check: async (bench) => {
      expect(await bench.value('const { join } = await import("node:path")\nreturn join("a", "b")')).toBe('a/b')
    },
  },
  {
    id: 'large',
    title: 'a result of 16 MiB arrives whole',
    check: async (bench) => {
      const result = await bench.value('return "äx".repeat(8 * 1024 * 1024)')
      expect(typeof result === 'string' && result.length).toBe(16 * 1024 * 1024)
      expect(result === 'äx'.repeat(8 * 1024 * 1024)).toBe(true)
    },
  },
])

function expectUnsupported(program: string, error: CodeModeError | undefined): void {
  expect([program, error?.name, error?.line]).toEqual([program, 'SyntaxError', 2])
  expect(error?.message).toMatch(/supported|import\(/)
}
