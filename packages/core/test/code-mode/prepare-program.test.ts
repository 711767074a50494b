import { runInThisContext } from 'node:vm'
import { prepareProgram, type TypeStripper } from '@caisson/core'
import { describe, expect, it, test } from 'vitest'

/** Runs a prepared program here. */
async function evaluate(program: string): Promise<unknown> {
  const prepared = await prepareProgram(program)
  if (!prepared.ok) return prepared.error
  const call = runInThisContext(prepared.script) as () => Promise<unknown>
  return call()
}

describe('what a model writes is understood', () => {
  const inner = 'const text: string = "a\\n```ts\\nx\\n```"\nreturn text.length'
  const template = 'const doc = `\n\\`\\`\\`ts\ncode\n\\`\\`\\`\n`\nreturn doc.length'
  const comment = '/*\n```ts\nreturn 1\n```\n*/\nreturn 2'
  const forms: [string, string, unknown][] = [
    ['a string with a fence in it', inner, 13],
    ['the same within a fence', `\`\`\`ts\n${inner}\n\`\`\``, 13],
    ['a template with an escaped fence', template, 16],
    ['the same within a fence', `Program:\n\`\`\`\n${template}\n\`\`\`\nDone.`, 16],
    ['a comment with a fence in it', comment, 2],
    ['the same within a fence', `\`\`\`typescript\n${comment}\n\`\`\``, 2],
    ['prose that would be a label', 'Program:\n```js\nreturn 3\n```', 3],
    ['a fence of tildes', '~~~ts\nreturn 4\n~~~', 4],
    ['two fences: the first', '```ts\nreturn 5\n```\nor\n```ts\nreturn 6\n```', 5],
    ['a fence that is not closed', '```ts\nreturn 7', 7],
    ['a default export with helpers', 'const n: number = 4\nexport default async (): Promise<number> => n * 2', 8],
    ['a default export of a value', 'export default 9', 9],
    ['an arrow function with a comment after it', '// adds\nasync (): Promise<number> => 10; // end', 10],
    ['a call of a function', '(async () => 11)()', 11],
    ['an expression in parentheses, which is no result', '(1 + 1)', undefined],
    ['a method call on a group, which is no result', '([1]).map((x) => x)', undefined],
    ['a body that begins with a function', 'function f(): number { return 12 }\nreturn f()', 12],
    ['nothing', '', undefined],
    ['Windows line ends', '```ts\r\nreturn 13\r\n```\r\n', 13],
  ]
  test.each(forms)('%s [BR-172]', async (_, program, expected) => expect(await evaluate(program)).toEqual(expected))
})

describe('a stripper that is given', () => {
  /** Takes programs as they are, and refuses the first `@` where it stands. */
  const strict: TypeStripper = async (source) => {
    const lines = source.split('\n')
    const line = lines.findIndex((text) => text.includes('@'))
    if (line === -1) return { ok: true, code: source }
    const column = (lines[line]?.indexOf('@') ?? 0) + 1
    return { ok: false, fault: { message: 'Unexpected @', line: line + 1, column, isUnerasable: false } }
  }

  it('is used for all forms, and its columns are those of the text as it was given [BR-175]', async () => {
    const cases: [string, string][] = [
      ['const a = 1\nlet b = @', 'line 2, column 9: let b = @'],
      ['Text:\n```ts\n  let b = @\n```', 'line 3, column 11: let b = @'],
      ['async () => {\n  return @\n}', 'line 2, column 10: return @'],
      ['  export default  async () => @', 'line 1, column 31: export default  async () => @'],
    ]
    for (const [program, place] of cases) {
      expect(await prepareProgram(program, strict)).toMatchObject({
        error: { name: 'SyntaxError', message: expect.stringContaining(`Unexpected @ (${place})`) },
      })
    }
    expect(await prepareProgram('return 1', strict)).toMatchObject({ ok: true })
  })

  it('tells nothing of what surrounds the program', async () => {
    const behind: TypeStripper = async () => ({
      ok: false,
      fault: { message: 'Unexpected ")"', line: 4, column: 2, isUnerasable: false },
    })
    const message = 'The program ends too early, or has a closing bracket too many (line 2: b)'
    expect(await prepareProgram('a\nb', behind)).toMatchObject({ error: { message, line: 2 } })
  })
})

describe('what cannot be used', () => {
  it('is told with the line of the text as it was given [BR-175]', async () => {
    const cases: [string, number, string][] = [
      ['const a = 1\nlet b = = 2', 2, 'let b = = 2'],
      ['Text:\n\n```ts\nconst a = 1\nlet b = = 2\n```', 5, 'let b = = 2'],
      ['const a = {\n  b: 1\n', 3, ''],
      ['import fs from "node:fs"\nreturn 1', 1, 'await import('],
      ['export const a = 1\nexport default 2\nexport default 3', 1, 'one default export'],
    ]
    for (const [program, line, text] of cases) {
      const error = await evaluate(program)
      expect([program, error]).toEqual([program, expect.objectContaining({ name: 'SyntaxError', line })])
      expect((error as Error).message).toContain(text)
      expect((error as Error).message).not.toMatch(/async function \(\)|\$exported|\$whole/)
    }
  })

  it('says that only erasable TypeScript is supported [BR-173]', async () => {
    const programs = [
      'enum E { A }',
      'const enum E { A }',
      'namespace N { export const v = 2 }',
      'class C { constructor(public x: number) {} }',
    ]
    for (const program of programs) {
      const error = (await evaluate(`const a = 1\n${program}`)) as Error & { line: number }
      expect([program, error.line]).toEqual([program, 2])
      expect(error.message).toContain('only TypeScript that can be erased is supported')
    }
  })
})
