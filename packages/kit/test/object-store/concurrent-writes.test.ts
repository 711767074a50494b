import { StaleFileError } from '@caisson/core'
import { describe, expect, it } from 'vitest'
import { MemoryObjectStore, ObjectStoreError, ObjectStoreFilesystem } from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

const read = async (filesystem: ObjectStoreFilesystem, path: string): Promise<string> =>
  String(await filesystem.readFile(path, { encoding: 'utf8' }))

describe('appendFile', () => {
  it('of several clients at once loses nothing', async () => {
    const { store, filesystem } = makeBench()
    const clients = Array.from({ length: 3 }, () => new ObjectStoreFilesystem({ driver: store }))
    await filesystem.appendFile('log', 'start\n')
    await Promise.all(
      clients.flatMap((client, number) =>
        Array.from({ length: 4 }, async (_, line) => client.appendFile('log', `${number} ${line}\n`)),
      ),
    )
    const lines = (await read(filesystem, 'log')).trimEnd().split('\n')
    expect(lines).toHaveLength(13)
    for (const number of clients.keys()) {
      // Those of one client are in order.
      expect(lines.filter((line) => line.startsWith(`${number} `))).toEqual(
        [0, 1, 2, 3].map((line) => `${number} ${line}`),
      )
    }
  })

  it('of several clients to a new file loses nothing', async () => {
    const store = makeBench().store
    const clients = Array.from({ length: 4 }, () => new ObjectStoreFilesystem({ driver: store }))
    await Promise.all(clients.map(async (client, number) => client.appendFile('new', `${number} `)))
    const written = await read(new ObjectStoreFilesystem({ driver: store }), 'new')
    expect(written.trim().split(' ').toSorted()).toEqual(['0', '1', '2', '3'])
  })

  it('gives up with ESTALE when others always win', async () => {
    const bench = makeBench()
    await fill(bench.store, { a: 'x' })
    bench.fail = ({ operation }) => (operation === 'put' ? new ObjectStoreError('409', 'conflict') : undefined)
    await expect(bench.filesystem.appendFile('a', 'y')).rejects.toMatchObject({ code: 'ESTALE' })
    expect(bench.sent().filter((request) => request === 'put a').length).toBeLessThan(20)
  })

  it('keeps the media type, and passes a large file through in a stream', async () => {
    const { store, filesystem, sent } = makeBench()
    const large = Buffer.alloc(9 * 1024 * 1024, 7)
    await store.put('f', large, { mimeType: 'text/special' })
    sent()
    await filesystem.appendFile('f', Buffer.from([0xff, 0xfe]))
    expect(sent()).toEqual(['get f', 'putStream f'])
    expect(await store.head('f')).toMatchObject({ size: large.length + 2, mimeType: 'text/special' })
    const bytes = Buffer.from(await filesystem.readFile('f'))
    expect(bytes.subarray(-3)).toEqual(Buffer.from([7, 0xff, 0xfe]))
  })

  it('to a directory is EISDIR', async () => {
    const { filesystem } = makeBench()
    await filesystem.writeFile('d/a', 'x')
    await expect(filesystem.appendFile('d', 'x')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(filesystem.appendFile('/', 'x')).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

describe('[BR-150] expectedMtime', () => {
  it('notices a change within the second that the store keeps', async () => {
    const { store, filesystem, contents } = makeBench({ timeStepMs: 60_000 })
    await filesystem.writeFile('a', 'old')
    const { modifiedAt } = await filesystem.stat('a')
    await new ObjectStoreFilesystem({ driver: store }).writeFile('a', 'theirs')
    const write = filesystem.writeFile('a', 'mine', { expectedMtime: modifiedAt })
    await expect(write).rejects.toBeInstanceOf(StaleFileError)
    expect(await contents()).toEqual({ a: 'theirs' })
    const fresh = await filesystem.stat('a')
    await filesystem.writeFile('a', 'mine', { expectedMtime: fresh.modifiedAt })
    expect(await contents()).toEqual({ a: 'mine' })
  })

  it('notices a change between the look and the write', async () => {
    const store = new MemoryObjectStore()
    await fill(store, { a: 'old' })
    const seen = await store.head('a')
    const put = store.put.bind(store)
    store.put = async (key, body, options) => {
      store.put = put
      await put(key, Buffer.from('theirs'))
      return put(key, body, options)
    }
    const filesystem = new ObjectStoreFilesystem({ driver: store })
    const write = filesystem.writeFile('a', 'mine', { expectedMtime: seen?.modifiedAt })
    await expect(write).rejects.toMatchObject({ code: 'ESTALE' })
    expect(await read(filesystem, 'a')).toBe('theirs')
  })

  it.each([
    ['milliseconds, expected in whole seconds', 1, 1000],
    ['whole seconds, expected in milliseconds', 1000, 1],
  ])('gives no false alarm: %s', async (_, timeStepMs, step) => {
    const { store, filesystem } = makeBench({ timeStepMs })
    await filesystem.writeFile('a', 'old')
    const time = (await store.head('a'))?.modifiedAt.getTime() ?? 0
    const expectedMtime = step === 1 ? new Date(time + 437) : new Date(Math.floor(time / step) * step)
    await filesystem.writeFile('a', 'new', { expectedMtime })
    expect(await read(filesystem, 'a')).toBe('new')
  })

  it('says nothing about a file that is gone, and does not overwrite one that came back', async () => {
    const { store, filesystem } = makeBench()
    await filesystem.writeFile('a', 'old')
    const { modifiedAt } = await filesystem.stat('a')
    await store.delete(['a'])
    await filesystem.writeFile('a', 'new', { expectedMtime: modifiedAt })
    expect(await read(filesystem, 'a')).toBe('new')
  })

  it('that another client was told counts, whatever was seen here before', async () => {
    const { store, filesystem } = makeBench()
    await filesystem.writeFile('a', 'old')
    await filesystem.stat('a')
    const other = new ObjectStoreFilesystem({ driver: store })
    const put = store.put.bind(store)
    // An hour later, for this client.
    store.put = async (key, body, options) => {
      const stored = await put(key, body, options)
      const found = await store.head(key)
      if (found) Object.assign(found, { modifiedAt: new Date(found.modifiedAt.getTime() + 3_600_000) })
      return stored
    }
    await other.writeFile('a', 'theirs')
    store.put = put
    const { modifiedAt } = await other.stat('a')
    await filesystem.writeFile('a', 'mine', { expectedMtime: modifiedAt })
    expect(await read(filesystem, 'a')).toBe('mine')
  })

  it('of files that were not seen lately still compares times', async () => {
    const { filesystem } = makeBench()
    await filesystem.writeFile('first', 'x')
    const { modifiedAt } = await filesystem.stat('first')
    for (let index = 0; index < 1001; index++) {
      await filesystem.writeFile(`f${index}`, '')
      await filesystem.stat(`f${index}`)
    }
    await filesystem.writeFile('first', 'y', { expectedMtime: modifiedAt })
    await expect(filesystem.writeFile('first', 'z', { expectedMtime: new Date(1000) })).rejects.toMatchObject({
      code: 'ESTALE',
    })
  })
})

it('a conditional write that was refused because others were writing is tried again', async () => {
  const bench = makeBench()
  let refusals = 2
  bench.fail = ({ operation }) =>
    operation === 'put' && refusals-- > 0 ? new ObjectStoreError('409', 'conflict') : undefined
  await bench.filesystem.writeFile('a', 'x', { overwrite: false })
  expect(bench.sent()).toEqual(['put a', 'put a', 'put a'])
})
