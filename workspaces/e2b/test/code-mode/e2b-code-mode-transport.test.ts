import type { WorkspaceSandbox } from '@caisson/core'
import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { E2BSandbox } from '../../src/index.js'
import { E2BCodeModeTransport } from '../../src/code-mode/e2b-code-mode-transport.js'
import { useEmulated } from '../support/emulated.js'
import { run } from './run.js'

const emulated = useEmulated()
const tools = { echo: { execute: async (args: unknown) => args } }
const spawn = 'POST /process.Process/Start'
const input = 'POST /process.Process/SendInput'

/** A sandbox that is destroyed when the test is over. */
function makeSandbox(): E2BSandbox {
  const sandbox = emulated.make()
  onTestFinished(async () => sandbox.destroy())
  return sandbox
}

describe('the sandbox', () => {
  it('is started when it does not run, for a transport made without arguments [E20]', async () => {
    const sandbox = makeSandbox()
    const transport = new E2BCodeModeTransport()
    expect(transport).toBeInstanceOf(RemoteCodeModeTransport)
    const result = await run(
      sandbox,
      'enum E { A = 3 }\nreturn (await external_echo({ a: E.A })).a',
      { tools },
      transport,
    )
    expect(result).toEqual({ success: true, result: 3 })
    expect(sandbox.status).toBe('running')
  })

  it('is resumed when it is paused', async () => {
    const sandbox = makeSandbox()
    await sandbox.start()
    await sandbox.stop()
    expect((await run(sandbox, 'return 1')).result).toBe(1)
  })

  it('may be any object of its shape', async () => {
    const sandbox = makeSandbox()
    const { id, name, provider, processes } = sandbox
    const start = async (): Promise<void> => {
      await sandbox.start()
    }
    const shape: WorkspaceSandbox = {
      id,
      name,
      provider,
      processes,
      start,
      status: 'pending',
      snapshot: async () => undefined,
    }
    expect((await run(shape, 'return external_echo({ a: 1 })', { tools })).result).toEqual({ a: 1 })
  })

  it('has its cold start within the whole limit, and a late one runs nothing', async () => {
    const sandbox = makeSandbox()
    const { faults, journal } = emulated.emulator
    const after = journal.last
    faults.next('POST /v2/sandboxes', { latencyMs: 1500 })
    const { error } = await run(sandbox, 'return 1', { timeout: 300 })
    expect(error).toEqual({ name: 'TimeoutError', message: 'Code Mode execution timed out after 300ms' })
    await sandbox.start()
    expect(journal.count({ after, route: spawn })).toBe(0)
    expect((await run(sandbox, 'return 2')).result).toBe(2)
  })

  it('without a node says so [BR-192]', async () => {
    const transport = new E2BCodeModeTransport({ nodePath: '/nonexistent/node' })
    const { error } = await run(makeSandbox(), 'return 1', {}, transport)
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('node was not found')])
  })
})

describe('the program', () => {
  it('may be longer than any argument list, as may what it sends and gets', async () => {
    const size = 2 * 1024 * 1024
    const code = `const text: string = ${JSON.stringify('ä'.repeat(size / 2))}
      const { readdirSync } = await import('node:fs')
      return [(await external_echo({ text })).text === text, text.length, readdirSync('.').filter((name) => !name.startsWith('.'))]`
    expect(await run(makeSandbox(), code, { tools })).toEqual({ success: true, result: [true, size / 2, []] })
  })

  it('has the environment of the sandbox and of the transport, as background commands do [BR-065]', async () => {
    const sandbox = emulated.make({ env: { A: '1', B: '1' } })
    onTestFinished(async () => sandbox.destroy())
    const transport = new E2BCodeModeTransport({ env: { B: '2' }, cwd: '/tmp' })
    const code = 'return [process.env.A, process.env.B, process.cwd()]'
    expect((await run(sandbox, code, {}, transport)).result).toEqual(['1', '2', '/tmp'])
    expect((await run(sandbox, 'return process.env.B')).result).toBe('1')
  })

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
  test.each(programs)('%s', async (_, code, result) => {
    expect(await run(makeSandbox(), code)).toEqual({ success: true, result })
  })

  it('is told where it is wrong: syntax before anything is sent, and what it throws with its line [BR-175]', async () => {
    const sandbox = makeSandbox()
    const after = emulated.emulator.journal.last
    const { error } = await run(sandbox, 'const a = 1\nconst b = 2\nconst c = 3\nlet d: = 4')
    expect(error).toMatchObject({ name: 'SyntaxError', line: 4 })
    expect(error?.message).toContain('(line 4, column 8: let d: = 4)')
    expect(emulated.emulator.journal.count({ after })).toBe(0)
    const code =
      'type Row = {\n  id: number\n}\nenum E {\n  A,\n}\n[E.A].map((id: number) => {\n  throw new RangeError(String(id))\n})'
    const thrown = await run(sandbox, code)
    expect(thrown.error).toMatchObject({ name: 'RangeError', message: '0', line: 8 })
    expect(thrown.error?.stack).toContain('program.ts:8:9')
  })
})

describe('what goes wrong', () => {
  it('a machine that dies in the middle is a result that says so, and nothing runs twice', async () => {
    const sandbox = makeSandbox()
    await sandbox.start()
    let calls = 0
    const die = async (): Promise<void> => {
      calls += 1
      await emulated.emulator.faults.kill(sandbox.sandboxId ?? '')
    }
    const result = await run(sandbox, 'console.log("before"); await external_die({}); return 1', {
      tools: { die: { execute: die } },
    })
    expect(result).toMatchObject({
      success: false,
      error: { name: 'NoResultError' },
      logs: expect.arrayContaining(['before']),
    })
    expect(result.error?.message).toMatch(/connection to it was lost|exit code 137|ended by SIGKILL/)
    expect(calls).toBe(1)
  })

  const refusals = [
    ['the program', 1, { status: 503 }],
    ['the program, its connection reset', 1, { resetConnection: true }],
    ['a reply', 2, { status: 503 }],
    ['a reply, its connection reset', 2, { resetConnection: true }],
  ] as const
  test.each(refusals)('%s that cannot be delivered is a result that says so', async (_, which, fault) => {
    const sandbox = makeSandbox()
    await sandbox.start()
    const { faults } = emulated.emulator
    if (which === 1) faults.next(input, fault)
    const arm = async (): Promise<number> => {
      if (which === 2) faults.next(input, fault)
      return 1
    }
    const { success, error } = await run(sandbox, 'return await external_arm({})', { tools: { arm: { execute: arm } } })
    expect([success, error?.name]).toEqual([false, 'NoResultError'])
    expect(error?.message).toContain('the connection to it was lost')
    await expect.poll(async () => (await sandbox.processes.list()).length).toBe(0)
  })

  it('a process that cannot be started makes the run reject', async () => {
    const sandbox = makeSandbox()
    await sandbox.start()
    const fault = emulated.emulator.faults.next(spawn, { status: 500, times: Infinity })
    await expect(run(sandbox, 'return 1')).rejects.toMatchObject({ code: expect.any(String) })
    fault.cancel()
  })

  it('an abort ends the program, and one before the start sends nothing [BR-042]', async () => {
    const sandbox = makeSandbox()
    const { journal } = emulated.emulator
    const after = journal.last
    expect((await run(sandbox, 'return 1', { abortSignal: AbortSignal.abort() })).error?.name).toBe('AbortError')
    expect(journal.count({ after })).toBe(0)
    const controller = new AbortController()
    const stop = { stop: { execute: () => controller.abort() } }
    const code = 'await external_stop({}); for (;;) {}'
    expect((await run(sandbox, code, { tools: stop, abortSignal: controller.signal })).error?.name).toBe('AbortError')
    await expect.poll(async () => (await sandbox.processes.list()).length).toBe(0)
  })
})
