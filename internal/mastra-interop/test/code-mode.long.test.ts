import { StdioCodeModeTransport } from '@caisson/core'
import { DaytonaCodeModeTransport } from '@caisson/daytona'
import { E2BCodeModeTransport } from '@caisson/e2b'
import { asMastraCodeModeTransport, asMastraSandbox } from '@caisson/mastra'
import { PlatformCodeModeTransport } from '@caisson/platform'
import * as mastra from '@mastra/core/tools'
import { Workspace } from '@mastra/core/workspace'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  emulatedDaytonaSandbox,
  emulatedE2BSandbox,
  emulatedPlatformSandbox,
  localSandbox,
} from './support/sandboxes.js'

type ProgramTool = mastra.CodeModeResult['tool']
type Context = Parameters<NonNullable<ProgramTool['execute']>>[1]

const add = mastra.createTool({
  id: 'add-numbers',
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})

/** Records nothing; Mastra's code mode cannot do without. */
const observe: Context['observe'] = { span: async (_name, step) => step(), log: () => undefined }

async function run(tool: ProgramTool, code: string, context: Partial<Context> = {}): Promise<unknown> {
  return tool.execute?.({ code }, { observe, ...context })
}

const e2bSandbox = emulatedE2BSandbox()
const daytonaSandbox = emulatedDaytonaSandbox()
const platformSandbox = emulatedPlatformSandbox()
const ownTransport = (): mastra.CodeModeTransport => new mastra.StdioCodeModeTransport()
const stdioTransport = (): mastra.CodeModeTransport => asMastraCodeModeTransport(new StdioCodeModeTransport())
const e2bTransport = (): mastra.CodeModeTransport => asMastraCodeModeTransport(new E2BCodeModeTransport())
const daytonaTransport = (): mastra.CodeModeTransport => asMastraCodeModeTransport(new DaytonaCodeModeTransport())
const platformTransport = (): mastra.CodeModeTransport => asMastraCodeModeTransport(new PlatformCodeModeTransport())

const transports = [
  { name: 'its own transport on a LocalSandbox', kind: localSandbox, transport: ownTransport },
  { name: 'StdioCodeModeTransport on a LocalSandbox', kind: localSandbox, transport: stdioTransport },
  { name: 'StdioCodeModeTransport on an emulated E2BSandbox', kind: e2bSandbox, transport: stdioTransport },
  { name: 'E2BCodeModeTransport on an emulated E2BSandbox', kind: e2bSandbox, transport: e2bTransport },
  { name: 'StdioCodeModeTransport on an emulated DaytonaSandbox', kind: daytonaSandbox, transport: stdioTransport },
  { name: 'DaytonaCodeModeTransport on an emulated DaytonaSandbox', kind: daytonaSandbox, transport: daytonaTransport },
  { name: 'StdioCodeModeTransport on an emulated PlatformSandbox', kind: platformSandbox, transport: stdioTransport },
  {
    name: 'PlatformCodeModeTransport on an emulated PlatformSandbox',
    kind: platformSandbox,
    transport: platformTransport,
  },
  // It takes any sandbox that has what it needs.
  { name: 'E2BCodeModeTransport on a LocalSandbox', kind: localSandbox, transport: e2bTransport },
]

describe.each(transports)('code mode of Mastra, with $name', ({ kind, transport }) => {
  const create = async (timeout = 15_000): Promise<ProgramTool> => {
    const sandbox = asMastraSandbox(await kind.create())
    return mastra.createCodeMode({ tools: { add }, sandbox, timeout }, transport()).tool
  }

  test('runs a program that calls tools', async () => {
    const code = `
      const sums: number[] = []
      for (const a of [1, 2]) sums.push((await external_add_numbers({ a, b: 10 })).sum)
      console.log('sums', sums)
      return { sums }`
    expect(await run(await create(), code)).toEqual({
      success: true,
      result: { sums: [11, 12] },
      logs: ['sums [11,12]'],
    })
  })

  test('tells an error of the program, and of a tool that refuses its arguments', async () => {
    const tool = await create()
    expect(await run(tool, 'throw new TypeError("odd")')).toMatchObject({
      success: false,
      error: { name: 'TypeError', message: 'odd' },
    })
    const refused = await run(
      tool,
      'try { await external_add_numbers({ a: "x", b: 1 }) } catch (error) { return String(error) }',
    )
    expect(refused).toMatchObject({ success: true, result: expect.stringContaining('a') })
  })

  test('ends a program that runs for too long', async () => {
    const ended = await run(await create(1500), 'await new Promise(() => setInterval(() => undefined, 1000))')
    expect(ended).toMatchObject({ success: false, error: { name: 'TimeoutError' } })
  })

  test('finds the sandbox in the workspace of the agent', async () => {
    const workspace = new Workspace({ sandbox: asMastraSandbox(await kind.create()) })
    const { tool } = mastra.createCodeMode({ tools: { add } }, transport())
    expect(await run(tool, 'return 1', { workspace })).toMatchObject({ success: true, result: 1 })
  })
})

describe('code mode of Mastra with the transport of Caisson', () => {
  test('keeps the result apart from what the program prints', async () => {
    const sandbox = asMastraSandbox(await localSandbox.create())
    const transport = asMastraCodeModeTransport(new StdioCodeModeTransport())
    const { tool } = mastra.createCodeMode({ tools: {}, sandbox }, transport)
    const result = await run(tool, 'process.stdout.write("no newline"); return 1')
    expect(result).toMatchObject({ success: true, result: 1 })
  })

  test.each([
    { name: 'E2BCodeModeTransport', kind: e2bSandbox, transport: e2bTransport },
    { name: 'DaytonaCodeModeTransport', kind: daytonaSandbox, transport: daytonaTransport },
    { name: 'PlatformCodeModeTransport', kind: platformSandbox, transport: platformTransport },
  ])('takes all of TypeScript with $name, and tells where it is wrong', async ({ kind, transport }) => {
    const sandbox = asMastraSandbox(await kind.create())
    const { tool } = mastra.createCodeMode({ tools: {}, sandbox }, transport())
    expect(await run(tool, 'enum Size { Small = 1, Large }\nreturn Size.Large')).toMatchObject({
      success: true,
      result: 2,
    })
    expect(await run(tool, 'const fine = 1\nconst = 2')).toMatchObject({
      success: false,
      error: { name: 'SyntaxError', line: 2 },
    })
  })
})
