import { afterEach, describe, expect, it } from 'vitest'
import { SandboxNotReadyError } from '@caisson/core'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, stateOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('what a sandbox says about itself', () => {
  it('[E12] sandboxId and e2b are those of the machine; before and after there is none', async () => {
    const sandbox = target.make()
    expect(sandbox.sandboxId).toBeUndefined()
    expect(() => sandbox.e2b).toThrow(SandboxNotReadyError)
    await sandbox.start()
    expect(sandbox.e2b.sandboxId).toBe(sandbox.sandboxId)
    expect(sandbox.instance).toBe(sandbox.e2b)
    expect(await sandbox.e2b.isRunning()).toBe(true)
    await sandbox.destroy()
    expect(sandbox.sandboxId).toBeUndefined()
    expect(() => sandbox.e2b).toThrow(SandboxNotReadyError)
  })

  it('getInfo asks nobody, and tells the lifetime, the resources and the configuration without secrets', async () => {
    await makeForeign(target, 'box')
    const sandbox = target.make({ id: 'box', timeout: 120_000, env: { TOKEN: 'secret-value' } })
    await sandbox.start()
    const before = target.emulator.journal.last
    const info = await sandbox.getInfo()
    expect(target.emulator.journal.last).toBe(before)
    expect(info).toMatchObject({ id: 'box', name: 'E2BSandbox', provider: 'e2b', status: 'running' })
    expect(info.metadata).toMatchObject({ sandboxId: sandbox.sandboxId, timeout: 120_000, envNames: ['TOKEN'] })
    expect(info.resources?.cpuCores).toBeGreaterThan(0)
    expect(info.timeoutAt).toBeInstanceOf(Date)
    expect(JSON.stringify(info)).not.toContain('secret-value')
    expect(JSON.stringify(info)).not.toContain(target.connection.apiKey)
  })

  it('[E08] the instructions describe a cloud machine', () => {
    expect(target.make().getInstructions()).toBe('Cloud sandbox.')
    expect(target.make({ instructions: '' }).getInstructions()).toBe('')
    const instructions = ({ defaultInstructions }: { defaultInstructions: string }): string =>
      `${defaultInstructions} More.`
    expect(target.make({ instructions }).getInstructions()).toBe('Cloud sandbox. More.')
  })
})

describe('clone [E17]', () => {
  it('has the same options but an identity of its own, and sends nothing', async () => {
    const parent = target.make({ id: 'parent', timeout: 60_000, env: { A: '1' } })
    parent.setEnv((env) => ({ ...env, B: '2' }))
    const clone = parent.clone({ idleTimeoutMinutes: 10 })
    expect(clone.id).not.toBe('parent')
    expect(clone.getEnv()).toEqual({ A: '1', B: '2' })
    expect((await clone.getInfo()).metadata).toMatchObject({ timeout: 600_000 })
    const before = target.emulator.journal.last
    parent.clone({ id: 'other', sandboxId: 'iabc' })
    expect(target.emulator.journal.last).toBe(before)
  })
})

describe('addresses of ports [E18]', () => {
  it('are the same, attached or not, and wake nothing', async () => {
    const sandbox = target.make({ id: 'box' })
    await sandbox.start()
    const { sandboxId = '' } = sandbox
    const url = await sandbox.networking?.getPortUrl(3000)
    expect(url).toBe(`https://${sandbox.e2b.getHost(3000)}`)
    await sandbox.stop()
    expect(await target.make({ id: 'box' }).networking?.getPortUrl(3000)).toBe(url)
    expect(await target.make({ sandboxId }).networking?.getPortUrl(3000)).toBe(url)
    expect(await stateOf(target, sandboxId)).toBe('paused')
    await sandbox.destroy()
  })

  it('of no machine are null, and of an own installation have its domain', async () => {
    expect(await target.make({ id: 'nobody' }).networking?.getPortUrl(80)).toBeNull()
    const machine = await makeForeign(target, 'box')
    await machine.pause()
    expect(await listAll(target)).toHaveLength(1)
    const own = target.make({ id: 'box', domain: 'sandboxes.example' })
    expect(await own.networking?.getPortUrl(80)).toBe(`https://80-${machine.sandboxId}.sandboxes.example`)
  })
})

describe('snapshot', () => {
  it('makes one that a later sandbox starts from by its id', async () => {
    await using first = target.make()
    await first.executeCommand('echo saved > note')
    await first.snapshot()
    await first.executeCommand('echo later > note')
    const snapshotId = (await first.getInfo()).metadata?.['snapshotId']
    expect(typeof snapshotId).toBe('string')
    await using second = target.make({ template: String(snapshotId) })
    expect((await second.executeCommand('cat note')).stdout).toBe('saved\n')
    expect(second.sandboxId).not.toBe(first.sandboxId)
  })

  it('of no machine is an error', async () => {
    await expect(target.make().snapshot()).rejects.toMatchObject({ code: 'NOT_READY' })
    expect(await listAll(target)).toEqual([])
  })

  it('that fails says so', async () => {
    await using sandbox = target.make()
    await sandbox.start()
    target.emulator.faults.next('POST /sandboxes/{id}/snapshots', { status: 500 })
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: 'UNAVAILABLE', provider: 'e2b' })
  })
})
