import { afterEach, describe, expect, it } from 'vitest'
import { InProcessSandboxAddressRegistry } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { callsOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('getInfo()', () => {
  it('tells what is known without a request before the start, under the logical id [P8]', async () => {
    const sandbox = target.make({ id: 'box', idleTimeoutMinutes: 30 })
    let info: unknown
    expect(
      await callsOf(target, async () => {
        info = await sandbox.getInfo()
      }),
    ).toEqual({})
    expect(info).toMatchObject({ id: 'box', name: 'PlatformSandbox', provider: 'platform', status: 'pending' })
    expect(info).toHaveProperty('metadata.idleTimeoutMinutes', 30)
    expect(info).not.toHaveProperty('metadata.sandboxId')
  })

  it('tells what the platform says of a sandbox that runs, for one request [P8]', async () => {
    const sandbox = target.make({ id: 'box', env: { SECRET: 'hunter2' } })
    await sandbox.start()
    let info: unknown
    expect(
      await callsOf(target, async () => {
        info = await sandbox.getInfo()
      }),
    ).toEqual({ 'GET /sandbox/{id}': 1 })
    expect(info).toMatchObject({
      id: 'box',
      status: 'running',
      createdAt: expect.any(Date) as Date,
      metadata: {
        sandboxId: sandbox.sandboxId,
        platformStatus: 'RUNNING',
        providerResourceId: expect.any(String) as string,
        envNames: ['SECRET'],
      },
    })
    expect(JSON.stringify(info)).not.toContain('hunter2')
    expect(JSON.stringify(info)).not.toContain(target.connection.accessToken)
  })

  it('asks nobody where the address of the sandbox is known', async () => {
    const addressRegistry = new InProcessSandboxAddressRegistry()
    const sandbox = target.make({ addressRegistry, networkIsolation: 'PRIVATE' })
    await sandbox.start()
    const known = async (): Promise<unknown> => addressRegistry.get(sandbox.sandboxId ?? '')
    await expect.poll(known).toBeDefined()
    expect(await callsOf(target, () => sandbox.getInfo())).toEqual({})
    const { sandboxId = '' } = sandbox
    await sandbox.destroy()
    expect(addressRegistry.get(sandboxId)).toBeUndefined()
  })

  it.each([
    ['destroyed', {}],
    ['destroyed, and forgotten', { status: 404 }],
    ['destroyed, as an error', { status: 410 }],
  ])('lets go of a sandbox that the platform says is %s, and tells nothing of it any more', async (_how, fault) => {
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    if ('status' in fault) target.emulator.faults.next('GET /sandbox/{id}', { ...fault, times: 2 })
    else await target.emulator.faults.kill(sandboxId)
    const info = await sandbox.getInfo()
    expect(info).toMatchObject({ id: 'box', status: 'stopped' })
    for (const fact of ['sandboxId', 'platformStatus', 'providerResourceId']) {
      expect(info.metadata).not.toHaveProperty(fact)
    }
    expect(await callsOf(target, () => sandbox.getInfo())).toEqual({})
    expect(await sandbox.executeCommand('echo anew')).toMatchObject({ stdout: 'anew\n' })
    expect(sandbox.sandboxId).not.toBe(sandboxId)
    expect((await sandbox.getInfo()).metadata).toMatchObject({ platformStatus: 'RUNNING' })
  })

  it.each([404, 410])('keeps a sandbox of which the platform says %i once', async (status) => {
    const sandbox = target.make()
    await sandbox.start()
    const { sandboxId } = sandbox
    target.emulator.faults.next('GET /sandbox/{id}', { status })
    expect(await sandbox.getInfo()).toMatchObject({
      status: 'running',
      metadata: { sandboxId, platformStatus: 'RUNNING' },
    })
    expect(await callsOf(target, () => sandbox.destroy())).toEqual({ 'DELETE /sandbox/{id}': 1 })
  })

  it('tells what it knew last when the platform cannot be asked', async () => {
    const sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next('GET /sandbox/{id}', { status: 502 })
    const { metadata, status } = await sandbox.getInfo()
    expect([status, metadata?.['sandboxId'], metadata?.['platformStatus']]).toEqual([
      'running',
      sandbox.sandboxId,
      'RUNNING',
    ])
  })
})

describe('getInstructions()', () => {
  it('names the sandbox while it runs', async () => {
    const sandbox = target.make({ workingDirectory: '/workspace' })
    expect(sandbox.getInstructions()).toContain('/workspace')
    await sandbox.start()
    const { sandboxId = 'none' } = sandbox
    expect(sandbox.getInstructions()).toContain(sandboxId)
    await sandbox.stop()
    expect(sandbox.getInstructions()).not.toContain(sandboxId)
  })

  it('is what the option says, as a text or of a request', () => {
    expect(target.make({ instructions: 'Be careful.' }).getInstructions()).toBe('Be careful.')
    const instructions = (given: { defaultInstructions: string; requestContext?: unknown }): string =>
      `${given.defaultInstructions} For ${String(given.requestContext)}.`
    const requestContext = 'somebody' as never
    expect(target.make({ instructions }).getInstructions({ requestContext })).toMatch(
      /^Cloud sandbox: .* For somebody\.$/,
    )
  })
})
