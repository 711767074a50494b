import { describe, expect, it } from 'vitest'
import { FakeSandbox } from '../support/fake-sandbox.js'

describe('a process that ended and was let go of, where the provider still knows it', () => {
  /** An ended process that its provider would still give. */
  async function ended(): Promise<{ sandbox: FakeSandbox; pid: string }> {
    const sandbox = new FakeSandbox({ supports: { attach: true } })
    await sandbox.start()
    const handle = await sandbox.processes.spawn('true')
    sandbox.cloud.processes.at(-1)?.exit({ exitCode: 0 })
    await handle.wait()
    return { sandbox, pid: handle.pid }
  }

  it('[C09] is given to get() once', async () => {
    const { sandbox, pid } = await ended()
    expect((await sandbox.processes.get(pid))?.exitCode).toBe(0)
    expect(await sandbox.processes.get(pid)).toBeUndefined()
    expect(await sandbox.processes.kill(pid)).toBe(false)
  })

  it('[C08] is not found again after a kill that came too late', async () => {
    const { sandbox, pid } = await ended()
    expect(await sandbox.processes.kill(pid)).toBe(false)
    expect(await sandbox.processes.get(pid)).toBeUndefined()
  })

  it('does not hide one that was started elsewhere', async () => {
    const { sandbox, pid } = await ended()
    await sandbox.processes.get(pid)
    const other = new FakeSandbox({ cloud: sandbox.cloud, supports: { attach: true } })
    await other.start()
    expect(await other.processes.get(pid)).toBeDefined()
  })
})
