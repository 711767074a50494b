import { Sandbox } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import type { E2BSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { listAll, ownerKey } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const creation = 'POST /v2/sandboxes'

async function onlyMachine(): Promise<Awaited<ReturnType<typeof Sandbox.getInfo>>> {
  const machines = await listAll(target)
  expect(machines).toHaveLength(1)
  return Sandbox.getInfo(machines[0]?.sandboxId ?? '', target.connection)
}

describe('what a new machine is made of', () => {
  it('[E02] [E11] the default lifetime, and a pause at its end', async () => {
    await target.make().start()
    const { startedAt, endAt, lifecycle, name } = await onlyMachine()
    expect(endAt.getTime() - startedAt.getTime()).toBe(300_000)
    expect(lifecycle).toMatchObject({ onTimeout: 'pause' })
    expect(name).toBe('base')
  })

  it('[E07] the metadata as text, and who it belongs to', async () => {
    const metadata = { team: 'search', build: 7, nightly: false }
    await target.make({ id: 'box', metadata }).start()
    const { metadata: stored } = await onlyMachine()
    expect(stored).toMatchObject({ team: 'search', build: '7', nightly: 'false', [ownerKey]: 'box' })
  })

  it('[E04] the environment, which commands that we did not start see as well', async () => {
    const sandbox = target.make({ env: { GREETING: 'hello' } })
    await sandbox.start()
    const result = await sandbox.e2b.commands.run('echo $GREETING')
    expect(result.stdout).toBe('hello\n')
  })

  it('[E10] the network settings', async () => {
    await target.make({ network: { denyOut: ['10.0.0.0/8'] } }).start()
    expect((await onlyMachine()).network).toMatchObject({ denyOut: ['10.0.0.0/8'] })
  })

  it('[E11] what shall happen at the end of the lifetime', async () => {
    await target.make({ lifecycle: { onTimeout: 'kill' } }).start()
    expect((await onlyMachine()).lifecycle).toMatchObject({ onTimeout: 'kill' })
  })
})

describe('a create request whose answer does not come [BR-003] [P2]', () => {
  it('because the connection is lost: the machine is adopted, not made twice', async () => {
    target.emulator.faults.next(creation, { loseResponse: true })
    const sandbox = target.make({ id: 'box' })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect((await sandbox.executeCommand('echo here')).stdout).toBe('here\n')
    expect(await listAll(target)).toHaveLength(1)
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('but an error of the edge does: it is not known whether there is a machine, and none is made in silence', async () => {
    target.emulator.faults.next(creation, { status: 502 })
    await expect(target.make().start()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(await listAll(target)).toEqual([])
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('is told as an error that may have been carried out when the control plane cannot be asked either', async () => {
    target.emulator.faults.next(creation, { loseResponse: true })
    const sandbox = target.make({ id: 'box' })
    const starting = sandbox.start()
    await expect.poll(() => target.emulator.journal.count({ route: creation })).toBe(1)
    target.emulator.faults.next('GET /v2/sandboxes', { status: 500, times: Infinity })
    await expect(starting).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    target.emulator.faults.clear()
    // The next start finds it by its owner.
    expect(await sandbox.start()).toEqual({ outcome: 'connected' })
    expect(await listAll(target)).toHaveLength(1)
  })

  it('for longer than the start may take: the machine is found by the next one', async () => {
    target.emulator.faults.next(creation, { latencyMs: 1500 })
    const sandbox = target.make({ id: 'box', startTimeoutMs: 500 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    await expect.poll(async () => (await listAll(target)).length, { timeout: 10_000 }).toBeLessThan(2)
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})

describe('a create request that is refused creates nothing and is told as what it is', () => {
  const refusals: readonly (readonly [string, E2BSandboxOptions, number | undefined, string, string])[] = [
    ['an unknown template', { template: 'no-such-template' }, undefined, 'NOT_FOUND', 'never'],
    ['a bad value', {}, 400, 'INVALID_ARGUMENT', 'never'],
    ['no permission', {}, 403, 'PERMISSION_DENIED', 'never'],
    ['a bad key', {}, 401, 'UNAUTHENTICATED', 'never'],
    ['too many machines', {}, 429, 'QUOTA_EXCEEDED', 'safe'],
  ]
  for (const [name, options, status, code, retry] of refusals) {
    it(name, async () => {
      if (status !== undefined) target.emulator.faults.next(creation, { status })
      const sandbox = target.make(options)
      await expect(sandbox.start()).rejects.toMatchObject({ code, retry, provider: 'e2b' })
      expect(await listAll(target)).toEqual([])
      expect(target.emulator.journal.count({ route: creation })).toBe(1)
    })
  }

  it('a rate limit with Retry-After is waited for', async () => {
    target.emulator.faults.next(creation, { status: 429, headers: { 'Retry-After': '1' } })
    expect(await target.make().start()).toEqual({ outcome: 'created' })
    expect(await listAll(target)).toHaveLength(1)
  })
})

describe('several at once', () => {
  it('[C05] callers share one creation', async () => {
    const sandbox = target.make()
    const calls = [sandbox.start(), sandbox.start(), sandbox.executeCommand('true'), sandbox.ensureRunning()]
    await Promise.all(calls)
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
  })

  it('callers that fail share one failure, and the next start is a new attempt', async () => {
    target.emulator.faults.next(creation, { status: 403 })
    const sandbox = target.make()
    const outcomes = await Promise.allSettled([sandbox.start(), sandbox.start()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(target.emulator.journal.count({ route: creation })).toBe(1)
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
  })

  it('[P7] a destroy during the creation removes the machine that comes', async () => {
    target.emulator.faults.next(creation, { latencyMs: 300 })
    const sandbox = target.make()
    const starting = sandbox.start().catch((error: unknown) => error)
    await expect.poll(() => target.emulator.journal.count({ route: creation })).toBe(1)
    await sandbox.destroy()
    expect(await starting).toMatchObject({ code: 'INVALID_STATE' })
    expect(await listAll(target)).toEqual([])
    expect(sandbox.status).toBe('destroyed')
  })
})
