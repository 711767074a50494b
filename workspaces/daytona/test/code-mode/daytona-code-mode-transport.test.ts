import { RemoteCodeModeTransport } from '@caisson/kit/code-mode'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DaytonaCodeModeTransport, type DaytonaSandbox, type DaytonaSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { run } from './run.js'

const emulated = useEmulated()
const tools = { echo: { execute: async (args: unknown) => args } }

/** A sandbox that is destroyed when the test is over. */
function makeSandbox(options?: DaytonaSandboxOptions): DaytonaSandbox {
  const sandbox = emulated.make(options)
  onTestFinished(async () => sandbox.destroy())
  return sandbox
}

describe('the sandbox', () => {
  it('is started when it does not run, for a transport made without arguments', async () => {
    const sandbox = makeSandbox()
    const transport = new DaytonaCodeModeTransport()
    expect(transport).toBeInstanceOf(RemoteCodeModeTransport)
    const code = 'enum E { A = 3 }\nreturn (await external_echo({ a: E.A })).a'
    expect(await run(sandbox, code, { tools }, transport)).toEqual({ success: true, result: 3 })
    expect(sandbox.status).toBe('running')
  })

  it('is started again when it was stopped', async () => {
    const sandbox = makeSandbox()
    await sandbox.start()
    await sandbox.stop()
    expect((await run(sandbox, 'return 1')).result).toBe(1)
  })

  it('without a node says so [BR-192]', async () => {
    const transport = new DaytonaCodeModeTransport({ nodePath: '/nonexistent/node' })
    const { error } = await run(makeSandbox(), 'return 1', {}, transport)
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('node was not found')])
  })
})

describe('the program', () => {
  it('may be longer than any argument list, as may what it sends and gets', async () => {
    const size = 256 * 1024
    const code = `const text: string = ${JSON.stringify('ä'.repeat(size / 2))}
      return [(await external_echo({ text })).text === text, text.length]`
    expect(await run(makeSandbox(), code, { tools })).toEqual({ success: true, result: [true, size / 2] })
  })

  it('has the environment of the sandbox and of the transport, as background commands do [BR-065]', async () => {
    const sandbox = makeSandbox({ env: { A: 'a b', B: '1' } })
    const transport = new DaytonaCodeModeTransport({ env: { B: '2' }, cwd: '/tmp' })
    const code = 'return [process.env.A, process.env.B, process.cwd()]'
    expect((await run(sandbox, code, {}, transport)).result).toEqual(['a b', '2', '/tmp'])
    expect((await run(sandbox, 'return process.env.B')).result).toBe('1')
  })

  it('prints what the vendor’s logs would change or lose', async () => {
    const code = 'process.stdout.write("a\\0b"); process.stderr.write("\\x01\\x01\\x01"); return "é".repeat(3)'
    expect(await run(makeSandbox(), code)).toMatchObject({ success: true, result: 'ééé' })
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
    const { success, error } = await run(sandbox, 'await external_die({}); return 1', {
      tools: { die: { execute: die } },
    })
    expect([success, error?.name, calls]).toEqual([false, 'NoResultError', 1])
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
