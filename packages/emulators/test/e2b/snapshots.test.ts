import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()

test('makes sandboxes from a snapshot, each with a disk of its own', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.files.write('/home/user/a/b.txt', 'saved')
    const { pid } = await sandbox.commands.run('sleep 100', { background: true })
    const { snapshotId } = await sandbox.createSnapshot()
    expect((await sandbox.commands.list()).map((process) => process.pid)).toContain(pid)
    await sandbox.files.write('/home/user/a/b.txt', 'changed later')
    const copies = await Promise.all([1, 2].map(() => Sandbox.create(snapshotId, { ...context.connection })))
    try {
      await copies[0]?.files.write('/home/user/a/b.txt', 'changed in a copy')
      expect(await copies[1]?.files.read('/home/user/a/b.txt')).toBe('saved')
      expect(await sandbox.files.read('/home/user/a/b.txt')).toBe('changed later')
    } finally {
      await Promise.all(copies.map((copy) => copy.kill()))
      await Sandbox.deleteSnapshot(snapshotId, context.connection)
    }
  })
})

test('keeps what a snapshot needs when it is deleted while a sandbox stands on it', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.files.write('kept.txt', 'kept')
    const { snapshotId } = await sandbox.createSnapshot()
    const copy = await Sandbox.create(snapshotId, { ...context.connection })
    try {
      expect(await Sandbox.deleteSnapshot(snapshotId, context.connection)).toBe(true)
      expect(await Sandbox.deleteSnapshot(snapshotId, context.connection)).toBe(false)
      await expect(Sandbox.create(snapshotId, { ...context.connection })).rejects.toThrow(/404/)
      expect(await copy.files.read('kept.txt')).toBe('kept')
    } finally {
      await copy.kill()
    }
  })
})

test('names, lists and finds snapshots', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    const named = await sandbox.createSnapshot({ name: 'my-state' })
    const plain = await sandbox.createSnapshot()
    expect(named.names).toEqual(['local/my-state:default'])
    const idsOf = async (paginator: ReturnType<typeof Sandbox.listSnapshots>): Promise<string[]> => {
      return (await paginator.nextItems()).map(({ snapshotId }) => snapshotId)
    }
    expect(await idsOf(sandbox.listSnapshots())).toEqual([plain.snapshotId, named.snapshotId])
    expect(await idsOf(Sandbox.listSnapshots({ ...context.connection, name: 'my-state' }))).toEqual([named.snapshotId])
    expect(await idsOf(Sandbox.listSnapshots({ ...context.connection, name: 'other' }))).toEqual([])
    expect(await idsOf(Sandbox.listSnapshots({ ...context.connection, limit: 1 }))).toEqual([plain.snapshotId])
    for (const { snapshotId } of [named, plain]) await Sandbox.deleteSnapshot(snapshotId, context.connection)
    expect(await idsOf(sandbox.listSnapshots())).toEqual([])
  })
})

test('takes a snapshot of a paused sandbox', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.files.write('kept.txt', 'kept')
    await sandbox.pause()
    const { snapshotId } = await sandbox.createSnapshot()
    expect((await sandbox.getInfo()).state).toBe('paused')
    const copy = await Sandbox.create(snapshotId, { ...context.connection })
    try {
      expect(await copy.files.read('kept.txt')).toBe('kept')
    } finally {
      await copy.kill()
    }
  })
})

test('forks a sandbox, more than once and forks of forks', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.files.write('state.txt', 'before')
    const forks = await sandbox.fork({ count: 2, timeoutMs: 60_000 })
    const [first, second] = forks.filter((fork) => fork instanceof Sandbox)
    if (first === undefined || second === undefined) throw new TypeError('expected two forks')
    await first.files.write('state.txt', 'in the first')
    const [deep] = await first.fork()
    if (!(deep instanceof Sandbox)) throw new TypeError('expected a fork')
    try {
      expect(await deep.files.read('state.txt')).toBe('in the first')
      expect(await second.files.read('state.txt')).toBe('before')
      expect(await sandbox.files.read('state.txt')).toBe('before')
    } finally {
      await Promise.all([first, second, deep].map((fork) => fork.kill()))
    }
  })
})

test('refuses impossible forks', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await expect(sandbox.fork({ count: 101 })).rejects.toThrow(/400/)
  })
})
