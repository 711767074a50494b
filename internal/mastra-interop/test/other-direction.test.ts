import { createCodeMode, Workspace } from '@caisson/core'
import { asCaissonSandbox } from '@caisson/mastra'
import { createTool } from '@mastra/core/tools'
import * as mastra from '@mastra/core/workspace'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { temporaryDirectory } from './support/temporary-directory.js'

async function mastraSandbox(): Promise<mastra.LocalSandbox> {
  const sandbox = new mastra.LocalSandbox({ workingDirectory: await temporaryDirectory(), env: process.env })
  onTestFinished(async () => sandbox._destroy())
  return sandbox
}

describe('a LocalSandbox of Mastra', () => {
  test('lives in a Workspace of Caisson and runs its commands', async () => {
    const sandbox = await mastraSandbox()
    const workspace = new Workspace({ sandbox: asCaissonSandbox(sandbox) })
    await workspace.init()
    expect([workspace.status, sandbox.status]).toEqual(['ready', 'running'])
    expect(await workspace.executeCommand('echo out; exit 3')).toMatchObject({ exitCode: 3, stdout: 'out\n' })
    expect(await workspace.executeCode('console.log(6 * 7)')).toMatchObject({ success: true, stdout: '42\n' })
    expect(workspace.getInstructions()).toContain(sandbox.workingDirectory)
    expect((await workspace.getInfo()).sandbox).toMatchObject({ provider: 'local', status: 'running' })
    await workspace.destroy()
    expect(sandbox.status).toBe('destroyed')
  })

  test('runs programs in code mode of Caisson, with tools of Mastra', async () => {
    const double = createTool({
      id: 'double',
      description: 'Doubles a number.',
      inputSchema: z.object({ value: z.number() }),
      outputSchema: z.object({ doubled: z.number() }),
      execute: async ({ value }) => ({ doubled: value * 2 }),
    })
    const { tool, instructions } = createCodeMode({
      tools: { double },
      sandbox: asCaissonSandbox(await mastraSandbox()),
    })
    expect(instructions).toMatch(/external_double\(input: \{ value: number;? \}\): Promise<\{ doubled: number;? \}>/)
    const run = async (code: string): Promise<unknown> => tool.execute({ code })
    expect(await run('return external_double({ value: 21 })')).toEqual({
      success: true,
      result: { doubled: 42 },
    })
    expect(await run('process.stdout.write("no newline"); return 1')).toMatchObject({ success: true, result: 1 })
    expect(await run('await external_double({ value: "x" as never })')).toMatchObject({ success: false })
  })
})
