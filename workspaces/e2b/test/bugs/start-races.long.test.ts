import { afterEach, describe, expect, it } from 'vitest'
import { useEmulated } from '../support/emulated.js'
import { listAll } from '../support/foreign-machine.js'
import { startMany } from './start-many.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

describe('[BR-084] a start that goes on', () => {
  it.each(['destroy', 'stop'] as const)('while %s is called leaves no running machine', async (end) => {
    target.emulator.faults.next('POST /v2/sandboxes', { latencyMs: 500 })
    const sandbox = target.make()
    const starting = sandbox.start().then(
      () => 'started',
      () => 'not started',
    )
    await expect.poll(() => target.emulator.journal.count({ route: 'POST /v2/sandboxes' })).toBe(1)
    await Promise.all([sandbox[end](), sandbox[end]()])
    expect(['started', 'not started']).toContain(await starting)
    expect(sandbox.status).toBe(end === 'destroy' ? 'destroyed' : 'stopped')
    const machines = await listAll(target)
    expect(machines.map(({ state }) => state)).toEqual(end === 'destroy' ? [] : ['paused'])
    await sandbox.destroy()
    expect(await listAll(target)).toEqual([])
  })
})

describe('[BR-083] two hosts that start the same logical id at once', () => {
  it('end up with one machine that both use', async () => {
    const hosts = [target.make({ id: 'box' }), target.make({ id: 'box' })]
    await Promise.all(hosts.map((host) => host.start()))
    await expect.poll(async () => (await listAll(target)).length).toBe(1)
    await hosts[0]?.executeCommand('echo shared > file')
    expect(await hosts[1]?.executeCommand('cat file')).toMatchObject({ stdout: 'shared\n' })
    expect(hosts[0]?.sandboxId).toBe(hosts[1]?.sandboxId)
  })
})

it.each([
  ['stop', 'POST /sandboxes/{id}/pause'],
  ['destroy', 'DELETE /sandboxes/{id}'],
] as const)('[BR-086] a %s that failed is done by the next one', async (end, route) => {
  const sandbox = target.make()
  await sandbox.start()
  target.emulator.faults.next(route, { status: 503 })
  await expect(sandbox[end]()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(sandbox.status).toBe('error')
  await sandbox[end]()
  expect(target.emulator.journal.count({ route })).toBe(2)
  const machines = await listAll(target)
  expect(machines.map(({ state }) => state)).toEqual(end === 'destroy' ? [] : ['paused'])
})

it('[BR-089] files of all cycles of stop and start are there', async () => {
  const sandbox = target.make()
  for (const cycle of [1, 2, 3]) {
    await sandbox.executeCommand(`echo ${cycle} > f${cycle}`)
    await sandbox.stop()
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

it('[BR-199] many starts at once, some limited and some with a lost answer, end with one machine for each', async () => {
  await startMany(target, { count: 30, limited: 20, lost: 3 })
})
