import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll, makeForeign, ownerKey, clientOf } from '../support/foreign-machine.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const creation = 'POST /sandbox'

describe('[BR-084] a start that goes on', () => {
  it.each(['destroy', 'stop'] as const)('while %s is called leaves no running machine', async (end) => {
    target.emulator.faults.next(creation, { latencyMs: 500 })
    const sandbox = target.make()
    const starting = sandbox.start().then(
      () => 'started',
      () => 'not started',
    )
    await expect.poll(() => target.emulator.journal.count({ route: creation })).toBe(1)
    await Promise.all([sandbox[end](), sandbox[end]()])
    expect(['started', 'not started']).toContain(await starting)
    expect(sandbox.status).toBe(end === 'destroy' ? 'destroyed' : 'stopped')
    const states = async (): Promise<string[]> => (await listAll(target)).map(({ state }) => state)
    await expect.poll(states).toEqual(end === 'destroy' ? [] : ['stopped'])
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})

it('[BR-083] two hosts that start the same logical id at once have one machine', async () => {
  const hosts = [target.make({ id: 'box' }), target.make({ id: 'box' })]
  await Promise.all(hosts.map((host) => host.start()))
  expect(await listAll(target)).toHaveLength(1)
  await hosts[0]?.executeCommand('echo shared > file')
  expect(await hosts[1]?.executeCommand('cat file')).toMatchObject({ stdout: 'shared\n' })
  expect(hosts[0]?.sandboxId).toBe(hosts[1]?.sandboxId)
})

it('[BR-085] a machine that stays in a state of transition is a time-out, and can be destroyed', async () => {
  const machine = await makeForeign(target, 'box')
  await machine.stop()
  const sandbox = target.make({ id: 'box', startTimeoutMs: 1000 })
  const release = target.emulator.faults.holdTransitions()
  await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
  release()
  await sandbox.destroy()
  expect(await listAll(target)).toEqual([])
  expect(await target.make({ id: 'box' }).start()).toEqual({ outcome: 'created' })
})

it.each([
  ['stop', 'POST /sandbox/{id}/stop'],
  ['destroy', 'DELETE /sandbox/{id}'],
] as const)('[BR-086] a %s that failed is done by the next one', async (end, route) => {
  const sandbox = target.make()
  await sandbox.start()
  target.emulator.faults.next(route, { status: 503 })
  await expect(sandbox[end]()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(sandbox.status).toBe('error')
  await sandbox[end]()
  expect(target.emulator.journal.count({ route })).toBe(2)
  expect((await listAll(target)).map(({ state }) => state)).toEqual(end === 'destroy' ? [] : ['stopped'])
})

it('[BR-089] files of all cycles of stop, archive and start are there', async () => {
  const sandbox = target.make()
  for (const cycle of [1, 2, 3]) {
    await sandbox.executeCommand(`echo ${cycle} > f${cycle}`)
    const { sandboxId = '' } = sandbox
    await sandbox.stop()
    if (cycle === 2) await target.emulator.faults.archive(sandboxId)
    await sandbox.start()
  }
  expect(await sandbox.executeCommand('cat f1 f2 f3')).toMatchObject({ stdout: '1\n2\n3\n' })
})

it('[BR-091] a destroyed sandbox talks to nothing; another one of its id has a new machine', async () => {
  const sandbox = target.make({ id: 'box' })
  await sandbox.start()
  const process = await sandbox.processes.spawn('sleep 60')
  const { sandboxId: oldId = '' } = sandbox
  await sandbox.destroy()
  expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true })
  const after = target.emulator.journal.last
  await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_STATE' })
  await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'NOT_READY' })
  await expect(sandbox.filesystem?.readFile('/etc/hostname')).rejects.toMatchObject({ code: 'NOT_READY' })
  expect(sandbox.sandboxId).toBeUndefined()
  const next = target.make({ id: 'box' })
  await next.executeCommand('true')
  expect(await next.processes.get(process.pid)).toBeUndefined()
  expect(target.emulator.journal.entries({ sandboxId: oldId, after })).toEqual([])
})

it('[BR-092] an id of a machine that no longer exists leads to a new machine with the same owner', async () => {
  const old = target.make({ id: 'box' })
  await old.start()
  const { sandboxId: oldId = '' } = old
  await target.emulator.faults.kill(oldId)
  const sandbox = target.make({ id: 'box', sandboxId: oldId })
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  const { metadata } = await sandbox.getInfo()
  expect(metadata?.['sandboxId']).toBe(sandbox.sandboxId)
  expect(sandbox.sandboxId).not.toBe(oldId)
  const { labels } = await clientOf(target).get(sandbox.sandboxId ?? '')
  expect(labels[ownerKey]).toBe('box')
})

it('[BR-199] many starts at once, some limited and some with a lost answer, end with one machine for each', async () => {
  const { faults, journal } = target.emulator
  faults.next(creation, { loseResponse: true, times: 2 })
  faults.rateLimit(creation, { retryAfterSeconds: 1, times: 5 })
  const sandboxes = Array.from({ length: 10 }, () => target.make())
  const outcomes = await Promise.allSettled(sandboxes.map((sandbox) => sandbox.start()))
  expect(outcomes.map(({ status }) => status)).toEqual(sandboxes.map(() => 'fulfilled'))
  expect(new Set(sandboxes.map(({ sandboxId }) => sandboxId)).size).toBe(10)
  expect(await listAll(target)).toHaveLength(10)
  expect(journal.count({ route: creation })).toBe(10 + 5)
  await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()))
  expect(await listAll(target)).toEqual([])
})
