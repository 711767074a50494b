import type { WorkspaceSandbox } from '@caisson/core'
import { expect, it } from 'vitest'
import { type CodeModeCloud, echoTools, makeTemporary, runProgram } from './code-mode-cloud.js'

/** Registers what becomes of the sandbox that a program runs in. */
export function testCodeModeSandbox(cloud: CodeModeCloud): void {
  it('is started when it does not run, for a transport made without arguments', async () => {
    const sandbox = makeTemporary(cloud)
    const code = 'enum E { A = 3 }\nreturn (await external_echo({ a: E.A })).a'
    expect(await runProgram(cloud, sandbox, code, { tools: echoTools })).toEqual({ success: true, result: 3 })
    expect(sandbox.status).toBe('running')
  })

  it('goes on when it was stopped', async () => {
    const sandbox = makeTemporary(cloud)
    await sandbox.start()
    await sandbox.stop()
    expect((await runProgram(cloud, sandbox, 'return 1')).result).toBe(1)
  })

  it('may be any object of its shape', async () => {
    const sandbox = makeTemporary(cloud)
    const { id, name, provider, processes } = sandbox
    const shape: WorkspaceSandbox = {
      id,
      name,
      provider,
      processes,
      start: async () => void (await sandbox.start()),
      status: 'pending',
      snapshot: async () => undefined,
    }
    const { result } = await runProgram(cloud, shape, 'return external_echo({ a: 1 })', { tools: echoTools })
    expect(result).toEqual({ a: 1 })
  })

  it('has its cold start within the whole limit, and a late one runs nothing', async () => {
    const sandbox = makeTemporary(cloud)
    const { faults, journal } = cloud.emulator
    const after = journal.last
    faults.next(cloud.routes.create, { latencyMs: 1500 })
    const { error } = await runProgram(cloud, sandbox, 'return 1', { timeout: 300 })
    expect(error).toEqual({ name: 'TimeoutError', message: 'Code Mode execution timed out after 300ms' })
    await sandbox.start()
    expect(journal.count({ after, route: cloud.routes.spawn })).toBe(0)
    expect((await runProgram(cloud, sandbox, 'return 2')).result).toBe(2)
    expect(journal.count({ after, route: cloud.routes.spawn })).toBe(cloud.spawnsOfRun ?? 1)
  })

  it('without a node says so [BR-192]', async () => {
    const transport = cloud.makeTransport({ nodePath: '/nonexistent/node' })
    const { error } = await runProgram(cloud, makeTemporary(cloud), 'return 1', { transport })
    expect([error?.name, error?.message]).toEqual(['NoResultError', expect.stringContaining('node was not found')])
  })
}
