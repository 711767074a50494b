import { afterAll, expect, it } from 'vitest'
import { type CodeModeCloud, type CodeModeSandbox, echoTools, makeTemporary, runProgram } from './code-mode-cloud.js'

const programs = [
  [
    '[BR-171] what looks like types',
    'const a = 1\nlabel: for (;;) { break label }\nreturn `a: string ${a! + 1} ${/: number/.test(": number")}`',
    'a: string 2 true',
  ],
  [
    '[BR-172] a fence with prose around it',
    'Here:\n```ts\nexport default async (): Promise<number> => 7\n```\nDone.',
    7,
  ],
  ['[BR-173] a namespace', 'namespace N { export const v = 2 }\nreturn N.v', 2],
  ['[BR-173] a parameter property', 'class C { constructor(public x: number) {} }\nreturn new C(4).x', 4],
  ['[BR-167] a Map', 'return new Map([[1, new Date(0)]])', [[1, '1970-01-01T00:00:00.000Z']]],
] as const

const throwing =
  'type Row = {\n  id: number\n}\nenum E {\n  A,\n}\n[E.A].map((id: number) => {\n  throw new RangeError(String(id))\n})'

/** Registers what programs may be, and what they are told. */
export function testCodeModeProgram(cloud: CodeModeCloud): void {
  it('may be longer than any argument list, as may what it sends and gets', async () => {
    const size = cloud.longBytes
    const code = `const text: string = ${JSON.stringify('ä'.repeat(size / 2))}
      const { readdirSync } = await import('node:fs')
      return [(await external_echo({ text })).text === text, text.length, readdirSync('.').filter((name) => !name.startsWith('.'))]`
    const result = await runProgram(cloud, makeTemporary(cloud), code, { tools: echoTools })
    expect(result).toEqual({ success: true, result: [true, size / 2, []] })
  })

  it('has the environment of the sandbox and of the transport, as background commands do [BR-065]', async () => {
    const sandbox = makeTemporary(cloud, { env: { A: 'a b', B: '1' } })
    const transport = cloud.makeTransport({ env: { B: '2' }, cwd: '/tmp' })
    const code = 'return [process.env.A, process.env.B, process.cwd()]'
    expect((await runProgram(cloud, sandbox, code, { transport })).result).toEqual(['a b', '2', '/tmp'])
    expect((await runProgram(cloud, sandbox, 'return process.env.B')).result).toBe('1')
  })

  // One machine for all of them.
  let shared: CodeModeSandbox | undefined
  afterAll(() => shared?.destroy())
  it.each(programs)('%s', async (_, code, result) => {
    shared ??= cloud.make()
    expect(await runProgram(cloud, shared, code)).toEqual({ success: true, result })
  })

  it('is told where it is wrong: syntax before anything is sent, and what it throws with its line [BR-175]', async () => {
    const sandbox = makeTemporary(cloud)
    const after = cloud.emulator.journal.last
    const { error } = await runProgram(cloud, sandbox, 'const a = 1\nconst b = 2\nconst c = 3\nlet d: = 4')
    expect(error).toMatchObject({ name: 'SyntaxError', line: 4 })
    expect(error?.message).toContain('(line 4, column 8: let d: = 4)')
    expect(cloud.emulator.journal.count({ after })).toBe(0)
    const thrown = await runProgram(cloud, sandbox, throwing)
    expect(thrown.error).toMatchObject({ name: 'RangeError', message: '0', line: 8 })
    expect(thrown.error?.stack).toContain('program.ts:8:9')
  })
}
