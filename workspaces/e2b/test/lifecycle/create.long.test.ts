import { Sandbox } from 'e2b'
import { afterEach, describe, expect, it } from 'vitest'
import { testLostCreation, testRefusedCreation, testSharedCreation } from '@caisson/testing/providers'
import { useEmulated } from '../support/emulated.js'
import { listAll, ownerKey } from '../support/foreign-machine.js'
import { lifecycleBench } from './support/lifecycle-bench.js'

const target = useEmulated()
const bench = lifecycleBench(target)
afterEach(() => target.emulator.reset())

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
  testLostCreation(bench)
})

describe('a create request that is refused creates nothing and is told as what it is', () => {
  testRefusedCreation(bench, [['too many machines', { status: 429 }, 'QUOTA_EXCEEDED', 'safe']])

  it('an unknown template', async () => {
    const sandbox = target.make({ template: 'no-such-template' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'NOT_FOUND', retry: 'never', provider: 'e2b' })
    expect(await listAll(target)).toEqual([])
    expect(target.emulator.journal.count({ route: bench.routes.create })).toBe(1)
  })
})

describe('several at once', () => {
  testSharedCreation(bench)
})
