import { expect, it } from 'vitest'
import { type CodeModeCloud, makeTemporary, runProgram } from './code-mode-cloud.js'

/** Registers what becomes of programs that are ended from outside. */
export function testCodeModeFailures(cloud: CodeModeCloud): void {
  it('a machine that dies in the middle is a result that says so, and nothing runs twice', async () => {
    const sandbox = makeTemporary(cloud)
    await sandbox.start()
    let calls = 0
    const execute = async (): Promise<void> => {
      calls += 1
      await cloud.emulator.faults.kill(sandbox.sandboxId ?? '')
    }
    const code = 'console.log("before"); await external_die({}); return 1'
    const result = await runProgram(cloud, sandbox, code, { tools: { die: { execute } } })
    expect(result).toMatchObject({
      success: false,
      error: { name: 'NoResultError' },
      logs: expect.arrayContaining(['before']),
    })
    expect(result.error?.message).toMatch(/connection to it was lost|exit code 137|ended by SIGKILL/)
    expect(calls).toBe(1)
  })

  it('an abort ends the program, and one before the start sends nothing [BR-042]', async () => {
    const sandbox = makeTemporary(cloud)
    const { journal } = cloud.emulator
    const after = journal.last
    const early = await runProgram(cloud, sandbox, 'return 1', { abortSignal: AbortSignal.abort() })
    expect(early.error?.name).toBe('AbortError')
    expect(journal.count({ after })).toBe(0)
    const { signal, tools } = abortedByTool()
    const late = await runProgram(cloud, sandbox, 'await external_stop({}); for (;;) {}', {
      tools,
      abortSignal: signal,
    })
    expect(late.error?.name).toBe('AbortError')
    await expect.poll(async () => (await sandbox.processes.list()).length).toBe(0)
  })
}

function abortedByTool() {
  const controller = new AbortController()
  return { signal: controller.signal, tools: { stop: { execute: () => controller.abort() } } }
}
