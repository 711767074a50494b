import { describe, expect, it } from 'vitest'
import { fill, makeBench } from './support/bench.js'

const names = (entries: readonly { name: string; type: string }[]): string[] =>
  entries.map(({ name, type }) => (type === 'directory' ? `${name}/` : name))

describe('keys that others made', () => {
  it('[BR-140] a directory that only its files show is told from siblings that begin alike', async () => {
    const { store, filesystem, contents } = makeBench()
    await fill(store, { 'a/b.txt': '1', 'a.txt': '2', 'ab/c': '3' })
    expect((await filesystem.stat('a')).type).toBe('directory')
    expect((await filesystem.stat('a/')).type).toBe('directory')
    expect(names(await filesystem.readdir('a'))).toEqual(['b.txt'])
    expect((await filesystem.stat('ab')).type).toBe('directory')
    expect(await filesystem.exists('a/b')).toBe(false)
    await filesystem.rmdir('a', { recursive: true })
    expect(await contents()).toEqual({ 'a.txt': '2', 'ab/c': '3' })
  })

  it('a name that is a file and a directory is both, and each is deleted on its own', async () => {
    const { store, filesystem, contents } = makeBench()
    await fill(store, { d: 'file', 'd/a': '1' })
    expect(await filesystem.readFile('d', { encoding: 'utf8' })).toBe('file')
    expect((await filesystem.stat('d')).type).toBe('file')
    expect(names(await filesystem.readdir('/'))).toEqual(['d', 'd/'])
    expect(names(await filesystem.readdir('/', { recursive: true }))).toEqual(['d', 'd/', 'd/a'])
    expect(names(await filesystem.readdir('d'))).toEqual(['a'])
    await expect(filesystem.rmdir('d')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await filesystem.deleteFile('d')
    expect(await contents()).toEqual({ 'd/a': '1' })
    await fill(store, { d: 'file' })
    await filesystem.rmdir('d', { recursive: true })
    expect(await contents()).toEqual({ d: 'file' })
    await fill(store, { 'd/a': '1' })
    await filesystem.deleteFile('d', { recursive: true })
    expect(await contents()).toEqual({})
  })

  it('segments that no path can name are left out, do not loop, and keep their directory from being empty', async () => {
    const { store, filesystem, contents } = makeBench({ pageSize: 2 })
    const odd = { 'a//b': '1', 'a/./c': '2', 'a/../d': '3', '/lead': '4', '//': '', './e': '5', '../f': '6' }
    await fill(store, odd)
    expect(names(await filesystem.readdir('/'))).toEqual(['a/'])
    expect(names(await filesystem.readdir('/', { recursive: true }))).toEqual(['a/'])
    expect(await filesystem.walk('/')).toEqual([{ name: 'a', path: 'a', type: 'directory' }])
    expect(await filesystem.readdir('a')).toEqual([])
    await expect(filesystem.rmdir('a')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await filesystem.rmdir('a', { recursive: true })
    expect(Object.keys(await contents()).toSorted()).toEqual(['../f', './e', '//', '/lead'])
  })

  it('[BR-143] listings are in order of names, each directory before its content, whatever sorts before "/"', async () => {
    const { store, filesystem } = makeBench({ pageSize: 2 })
    await fill(store, { 'a.b': '1', 'a/x': '2', 'a-/y': '3', 'a/x.z/w': '4', 'a/x-': '5', '\uffff': '6', '😀': '7' })
    const listed = names(await filesystem.readdir('/', { recursive: true }))
    expect(listed).toEqual(['a/', 'a/x', 'a/x-', 'a/x.z/', 'a/x.z/w', 'a-/', 'a-/y', 'a.b', '😀', '\uffff'])
    expect(names(await filesystem.readdir('/'))).toEqual(['a/', 'a-/', 'a.b', '😀', '\uffff'])
  })

  it('a marker with content is a directory, and is not deleted as an empty one', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { 'd/': 'content' })
    expect(names(await filesystem.readdir('/'))).toEqual(['d/'])
    expect(await filesystem.readdir('d')).toEqual([])
    expect(await filesystem.stat('d')).toMatchObject({ type: 'directory', size: 0 })
    await expect(filesystem.rmdir('d')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await filesystem.mkdir('d')
    expect((await store.head('d/'))?.size).toBe(7)
    await filesystem.rmdir('d', { recursive: true })
    expect(store.keys).toEqual([])
  })

  it('[BR-142] markers are empty objects as other tools make them, one for each level, and never listed', async () => {
    const { store, filesystem } = makeBench()
    await filesystem.mkdir('a/b')
    expect(store.keys).toEqual(['a/', 'a/b/'])
    expect(await store.head('a/b/')).toMatchObject({ size: 0, mimeType: 'application/x-directory' })
    expect(names(await filesystem.readdir('a'))).toEqual(['b/'])
    expect(await filesystem.readdir('a/b')).toEqual([])
    await filesystem.writeFile('a/b/f', 'x')
    await filesystem.deleteFile('a/b/f')
    expect(store.keys).toEqual(['a/', 'a/b/'])
  })

  it('pages that are empty before the last one hide nothing', async () => {
    const { store, filesystem } = makeBench()
    await fill(store, { 'd/a': 'x', 'd/b': 'y' })
    const list = store.list.bind(store)
    // As stores do that skip what was deleted.
    store.list = async (request) =>
      request.from === undefined
        ? { objects: [], prefixes: [], next: 'd/' }
        : list(request.from === 'd/' ? { ...request, from: undefined } : request)
    expect(names(await filesystem.readdir('d'))).toEqual(['a', 'b'])
    expect((await filesystem.stat('d')).type).toBe('directory')
    await expect(filesystem.rmdir('d')).rejects.toMatchObject({ code: 'ENOTEMPTY' })
    await filesystem.rmdir('d', { recursive: true })
    expect(store.keys).toEqual([])
  })

  it('a store that lists one page for ever is an error', async () => {
    const { store, filesystem } = makeBench()
    store.list = async () => Promise.resolve({ objects: [], prefixes: [], next: 'again' })
    await expect(filesystem.readdir('d')).rejects.toMatchObject({ code: 'EIO' })
    await expect(filesystem.exists('d')).rejects.toMatchObject({ code: 'EIO' })
  })

  it('a store that lists what it has deleted is an error, not a loop', async () => {
    const { store, filesystem } = makeBench({ pageSize: 2 })
    await fill(store, { 'd/a': 'x', 'd/b': 'y', 'd/c': 'z' })
    store.delete = async () => Promise.resolve([])
    await expect(filesystem.rmdir('d', { recursive: true })).rejects.toMatchObject({ code: 'EIO' })
  })
})
