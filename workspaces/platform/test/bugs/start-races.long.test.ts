import { afterEach, describe, expect, it } from 'vitest'
import { livingCount } from '../faults/support/machines.js'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const creation = 'POST /sandbox'

describe('[BR-084] a start that goes on', () => {
  it.each(['destroy', 'stop'] as const)('while %s is called leaves no machine', async (end) => {
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
    await expect.poll(() => livingCount(target)).toBe(0)
  })
})

it('[BR-083] two hosts that are given the same machine work in it together', async () => {
  const first = target.make({ id: 'box' })
  await first.start()
  const hosts = [
    first,
    target.make({ id: 'box', sandboxId: first.sandboxId }),
    target.make({ sandboxId: first.sandboxId }),
  ]
  await Promise.all(hosts.map((host) => host.start()))
  await hosts[0]?.executeCommand('echo shared > file')
  for (const host of hosts) expect(await host.executeCommand('cat file')).toMatchObject({ stdout: 'shared\n' })
  expect(await livingCount(target)).toBe(1)
})

it.each([
  ['stop', 'stopped'],
  ['destroy', 'destroyed'],
] as const)('[BR-086] a %s that failed is done by the next one', async (end, status) => {
  const route = 'DELETE /sandbox/{id}'
  const sandbox = target.make()
  await sandbox.start()
  target.emulator.faults.next(route, { status: 503 })
  await expect(sandbox[end]()).rejects.toMatchObject({ sandboxCode: 'UNAVAILABLE' })
  expect(sandbox.status).toBe('error')
  await sandbox[end]()
  expect(target.emulator.journal.count({ route })).toBe(2)
  expect([sandbox.status, await livingCount(target)]).toEqual([status, 0])
})

it('[BR-089] files of all cycles of capture, stop and start are there', async () => {
  const sandbox = target.make({ id: 'box' })
  for (const cycle of [1, 2, 3]) {
    await sandbox.executeCommand(`echo ${cycle} > f${cycle}`)
    await sandbox.captureCheckpoint()
    await sandbox.stop()
    await sandbox.start()
  }
  expect(await sandbox.executeCommand('cat f1 f2 f3')).toMatchObject({ stdout: '1\n2\n3\n' })
})

it('[BR-074] [BR-091] a destroyed sandbox talks to nothing of the old machine; the next start has a new one', async () => {
  const sandbox = target.make()
  await sandbox.start()
  const process = await sandbox.processes.spawn('sleep 60')
  const { sandboxId: oldId = '' } = sandbox
  await sandbox.destroy()
  expect(await process.wait()).toMatchObject({ exitCode: 137, killed: true })
  const { journal } = target.emulator
  // The stream of the process looks once whether it can go on.
  await expect.poll(() => journal.entries({ sandboxId: oldId }).some(({ outcome }) => outcome === 'open')).toBe(false)
  const after = journal.last
  await expect(sandbox.executeCommand('true')).rejects.toMatchObject({ code: 'NOT_READY' })
  await expect(sandbox.filesystem?.readFile('/etc/hostname')).rejects.toMatchObject({ code: 'NOT_READY' })
  expect([sandbox.sandboxId, journal.last]).toEqual([undefined, after])
  expect(await sandbox.start()).toEqual({ outcome: 'created' })
  expect(await sandbox.processes.get(process.pid)).toBeUndefined()
  expect(await sandbox.processes.list()).toEqual([])
  expect(sandbox.sandboxId).not.toBe(oldId)
  expect(journal.entries({ sandboxId: oldId, after }).map(({ route }) => route)).toEqual([])
})

it.each(['gone for long', 'gone a moment ago'])(
  '[BR-092] a sandboxId that is %s leads to a new machine',
  async (when) => {
    const old = target.make({ id: 'box' })
    await old.start()
    const { sandboxId: oldId = '' } = old
    await target.emulator.faults.kill(oldId)
    const sandboxId = when === 'gone for long' ? 'never-was-one' : oldId
    const sandbox = target.make({ id: 'box', sandboxId })
    expect(await sandbox.start()).toEqual({ outcome: 'created' })
    const { metadata } = await sandbox.getInfo()
    expect(metadata?.['sandboxId']).toBe(sandbox.sandboxId)
    expect(sandbox.sandboxId).not.toBe(sandboxId)
  },
)

it('[BR-199] many starts at once, some of which are slowed down, end with one machine for each', async () => {
  const { faults, journal } = target.emulator
  faults.rateLimit(creation, { retryAfterSeconds: 1, times: 5 })
  const sandboxes = Array.from({ length: 10 }, () => target.make())
  const outcomes = await Promise.allSettled(sandboxes.map((sandbox) => sandbox.start()))
  expect(outcomes.map(({ status }) => status)).toEqual(sandboxes.map(() => 'fulfilled'))
  const ids = sandboxes.map(({ sandboxId }) => sandboxId ?? '')
  expect(new Set(ids).size).toBe(10)
  expect(journal.count({ route: creation })).toBe(10 + 5)
  await Promise.all(sandboxes.map((sandbox) => sandbox.destroy()))
  expect(await Promise.all(ids.map((id) => stateOf(target, id)))).toEqual(ids.map(() => 'gone'))
  expect(await livingCount(target)).toBe(0)
})
