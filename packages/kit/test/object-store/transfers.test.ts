import { describe, expect, it } from 'vitest'
import { ObjectStoreError, type ObjectStoreDriver } from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

const many = (folder: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index % 7}/${index}`, String(index)]))

describe('[BR-144] more objects than a page', () => {
  it('are listed, copied, moved and deleted completely, with pages of three', async () => {
    const { store, filesystem, contents } = makeBench({ pageSize: 3, deleteBatch: 2 })
    const big = many('big', 2500)
    await fill(store, { ...big, 'big-2': 'other', bi: 'other' })
    const listed = await filesystem.readdir('big', { recursive: true })
    expect(listed.filter(({ type }) => type === 'file')).toHaveLength(2500)
    expect(new Set(listed.map(({ name }) => name)).size).toBe(2507)
    expect(await filesystem.readdir('big')).toHaveLength(7)
    expect(await filesystem.readdir('big/3')).toHaveLength(357)
    await filesystem.copyFile('big', 'copy', { recursive: true })
    expect(await contents()).toEqual({ ...big, ...many('copy', 2500), 'big-2': 'other', bi: 'other' })
    await filesystem.moveFile('copy', 'moved')
    expect(await contents()).toEqual({ ...big, ...many('moved', 2500), 'big-2': 'other', bi: 'other' })
    await filesystem.rmdir('big', { recursive: true })
    await filesystem.deleteFile('moved', { recursive: true })
    expect(await contents()).toEqual({ 'big-2': 'other', bi: 'other' })
  })

  it('are copied and deleted some at a time, not one by one and not all at once', async () => {
    const bench = makeBench({ deleteBatch: 10 })
    await fill(bench.store, many('d', 200))
    let running = 0
    const most: Record<string, number> = {}
    for (const method of ['copy', 'delete'] as const) {
      const call = bench.store[method].bind(bench.store) as (...given: unknown[]) => Promise<unknown>
      const counted = async (...given: unknown[]): Promise<unknown> => {
        running++
        most[method] = Math.max(most[method] ?? 0, running)
        return call(...given).finally(() => running--)
      }
      Object.assign(bench.store, { [method]: counted })
    }
    await bench.filesystem.moveFile('d', 'e')
    expect(most).toEqual({ copy: 8, delete: 8 })
  })

  it('that others add while a directory is deleted go too; those added to a moved one stay', async () => {
    const bench = makeBench({ pageSize: 3 })
    await fill(bench.store, many('d', 9))
    let isAdded = false
    bench.fail = async ({ operation }) => {
      if (operation !== 'delete' || isAdded) return undefined
      isAdded = true
      await fill(bench.store, { 'd/0/first': 'x', 'd/late': 'x' })
      return undefined
    }
    await bench.filesystem.rmdir('d', { recursive: true })
    expect(bench.store.keys).toEqual([])
    isAdded = false
    await fill(bench.store, many('d', 9))
    await bench.filesystem.moveFile('d', 'e')
    expect(bench.store.keys.filter((key) => key.startsWith('d/'))).toEqual(['d/0/first', 'd/late'])
  })
})

describe('[BR-144] keys that the store does not delete', () => {
  /** Refuses these keys so many times. */
  function refuse(store: ObjectStoreDriver, refused: Record<string, number>): void {
    const remove = store.delete.bind(store)
    store.delete = async (keys, signal) => {
      const failed = keys.filter((key) => (refused[key] ?? 0) > 0)
      for (const key of failed) refused[key] = (refused[key] ?? 0) - 1
      const others = keys.filter((key) => !failed.includes(key))
      return [
        ...(await remove(others, signal)),
        ...failed.map((key) => ({ key, error: new ObjectStoreError(key, 'denied') })),
      ]
    }
  }

  it('are tried once more', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { 'd/a': '1', 'd/b': '2', f: '3' })
    refuse(store, { 'd/b': 1, f: 1 })
    await filesystem.rmdir('d', { recursive: true })
    await filesystem.deleteFile('f')
    expect(store.keys).toEqual([])
  })

  it('are an error with their path, and the others are gone', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { 'd/a': '1', 'd/b': '2', 'd/c/e': '3', f: '4' })
    refuse(store, { 'd/b': 9, 'd/c/e': 9, f: 9 })
    const removal = filesystem.rmdir('./d/', { recursive: true })
    await expect(removal).rejects.toMatchObject({ code: 'EACCES', path: './d/b' })
    await expect(filesystem.deleteFile('f')).rejects.toMatchObject({ code: 'EACCES', path: 'f' })
    expect(store.keys).toEqual(['d/b', 'd/c/e', 'f'])
  })

  it('leave a moved directory in both places, complete', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { 'd/a': '1', 'd/b': '2' })
    refuse(store, { 'd/b': 9 })
    await expect(filesystem.moveFile('d', 'e')).rejects.toMatchObject({ code: 'EACCES' })
    expect(store.keys).toEqual(['d/b', 'e/a', 'e/b'])
  })
})

describe('copies that fail', () => {
  it('move nothing', async () => {
    const bench = makeBench()
    const before = { 'd/a': '1', 'd/b': '2', 'd/c': '3' }
    await fill(bench.store, before)
    bench.fail = ({ operation, key }) =>
      operation === 'copy' && key === 'd/b' ? new ObjectStoreError('500', 'unavailable') : undefined
    await expect(bench.filesystem.moveFile('d', 'e')).rejects.toMatchObject({ code: 'EIO' })
    await expect(bench.filesystem.moveFile('d/b', 'f')).rejects.toMatchObject({ code: 'EIO' })
    expect(await bench.contents()).toMatchObject(before)
    expect(bench.store.keys).not.toContain('f')
  })

  it('start no further one', async () => {
    const bench = makeBench()
    await fill(bench.store, many('d', 100))
    let copies = 0
    bench.fail = ({ operation }) =>
      operation === 'copy' && ++copies === 10 ? new ObjectStoreError('500', 'unavailable') : undefined
    await expect(bench.filesystem.copyFile('d', 'e', { recursive: true })).rejects.toMatchObject({ code: 'EIO' })
    expect(copies).toBeLessThan(20)
  })

  it('because the signal was aborted start no further one', async () => {
    const bench = makeBench()
    await fill(bench.store, many('d', 100))
    const controller = new AbortController()
    let copies = 0
    bench.fail = ({ operation }) => {
      if (operation === 'copy' && ++copies === 10) controller.abort()
      return undefined
    }
    const move = bench.filesystem.moveFile('d', 'e', { abortSignal: controller.signal })
    await expect(move).rejects.toMatchObject({ code: 'ABORTED' })
    expect(copies).toBeLessThan(20)
    expect(bench.store.keys.filter((key) => key.startsWith('d/'))).toHaveLength(100)
  })
})

it('an abort starts no further copy, also where the store knows nothing of signals', async () => {
  const { store, filesystem } = makeBench()
  await fill(store, many('d', 100))
  const copy = store.copy.bind(store)
  const controller = new AbortController()
  let copies = 0
  store.copy = async (request) => {
    if (++copies === 10) controller.abort()
    return copy({ ...request, signal: undefined })
  }
  const move = filesystem.moveFile('d', 'e', { abortSignal: controller.signal })
  await expect(move).rejects.toMatchObject({ code: 'ABORTED' })
  expect(copies).toBeLessThan(20)
})

describe('copies that overlap', () => {
  it('from a directory into the one around it work, unless they would replace what is to be copied', async () => {
    const { store, filesystem, contents } = makeBench()
    await fill(store, { 'a/b/x': '1', 'a/b/c/y': '2' })
    await filesystem.copyFile('a/b', 'a', { recursive: true })
    expect(await contents()).toEqual({ 'a/b/x': '1', 'a/b/c/y': '2', 'a/x': '1', 'a/c/y': '2' })
    await fill(store, { 'a/b/b/x': '3' })
    await expect(filesystem.copyFile('a/b', 'a', { recursive: true })).rejects.toMatchObject({ code: 'EINVAL' })
    await filesystem.copyFile('a/c', '/', { recursive: true })
    expect(await filesystem.readFile('y', { encoding: 'utf8' })).toBe('2')
  })

  it('of a file or directory onto itself or into itself change nothing', async () => {
    const { store, filesystem, contents } = makeBench()
    const before = { f: 'x', 'd/a': 'y' }
    await fill(store, before)
    await filesystem.copyFile('f', './f')
    await filesystem.moveFile('f', 'f')
    await filesystem.moveFile('d', 'd/')
    await expect(filesystem.copyFile('f', 'f', { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(filesystem.moveFile('d', 'd', { overwrite: false })).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(filesystem.copyFile('d', 'd', { recursive: true })).rejects.toMatchObject({ code: 'EINVAL' })
    await expect(filesystem.copyFile('f', 'f/x')).rejects.toMatchObject({ code: 'ENOTDIR' })
    await expect(filesystem.moveFile('n', 'n')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(filesystem.copyFile('/', 'd', { recursive: true })).rejects.toMatchObject({ code: 'EINVAL' })
    await expect(filesystem.moveFile('/', 'n')).rejects.toMatchObject({ code: 'EACCES' })
    expect(await contents()).toEqual(before)
  })
})

it('a directory that cannot be kept is logged, since what was asked for is done', async () => {
  const bench = makeBench()
  await fill(bench.store, { 'd/a': '1' })
  const warnings: string[] = []
  const warn = (text: string): void => void warnings.push(text)
  bench.filesystem.__setLogger({ debug: warn, info: warn, warn, error: warn })
  bench.fail = ({ operation }) => (operation === 'list' ? new ObjectStoreError('403', 'denied') : undefined)
  await bench.filesystem.deleteFile('d/a')
  expect(bench.store.keys).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('d/a')])
})
