import { FilesystemError } from '@caisson/core'
import { expect, it } from 'vitest'
import { MemoryObjectStore, normalizePrefix, ObjectStoreFilesystem } from '../../src/object-store.js'
import { fill, makeBench } from './support/bench.js'

it.each([
  [undefined, ''],
  ['', ''],
  ['/', ''],
  ['///', ''],
  ['a', 'a'],
  ['/a/', 'a'],
  ['a/b', 'a/b'],
  ['//a/b//', 'a/b'],
  ['a b/ü', 'a b/ü'],
  ['..a/b..', '..a/b..'],
])('the prefix %j is %j', (given, expected) => {
  expect(normalizePrefix(given)).toBe(expected)
  expect(new ObjectStoreFilesystem({ driver: new MemoryObjectStore(), prefix: given }).prefix).toBe(expected)
})

it.each(['a//b', '.', '..', 'a/../b', './a', 'a/.', 'a\nb', 'a\0', 'a\u0085', '\ud83d'])(
  'the prefix %j is EINVAL, before anything is sent',
  (prefix) => {
    const make = (): unknown => new ObjectStoreFilesystem({ driver: new MemoryObjectStore(), prefix })
    expect(make).toThrow(FilesystemError)
    expect(make).toThrow(expect.objectContaining({ code: 'EINVAL' }))
  },
)

it('a prefix of only slashes is the whole bucket', async () => {
  const { store, filesystem } = makeBench({ prefix: '//' })
  await filesystem.writeFile('a', 'x')
  expect(store.keys).toEqual(['a'])
})

it('nothing outside the prefix is seen or touched, also where keys begin alike', async () => {
  const { store, filesystem, contents } = makeBench({ prefix: 'team/a' })
  const others = { 'team/a-b': '1', 'team/ab/c': '2', 'team/b': '3', 'team/a': '4' }
  await fill(store, others)
  await filesystem.writeFile('x', 'mine')
  expect(await filesystem.readdir('/', { recursive: true })).toEqual([{ name: 'x', type: 'file', size: 4 }])
  await filesystem.deleteFile('x')
  expect(await contents()).toEqual(others)
  await expect(filesystem.readFile('../a-b')).rejects.toMatchObject({ code: 'EACCES' })
})

it('the root exists below a prefix under which there is nothing', async () => {
  const { filesystem, sent } = makeBench({ prefix: 'nothing/here' })
  expect(await filesystem.exists('.')).toBe(true)
  expect(await filesystem.stat('/')).toMatchObject({ path: '.', name: 'here', type: 'directory', size: 0 })
  expect(await filesystem.readdir('')).toEqual([])
  expect(sent()).toEqual(['list nothing/here/', 'list nothing/here/', 'list nothing/here/'])
})

it('a key that the store cannot have is EINVAL before anything is sent', async () => {
  const { filesystem, sent } = makeBench({ prefix: 'p' })
  await expect(filesystem.writeFile('ü'.repeat(511), 'x')).rejects.toMatchObject({ code: 'EINVAL' })
  await expect(filesystem.readFile('half \ud83d of one')).rejects.toMatchObject({ code: 'EINVAL' })
  expect(sent()).toEqual([])
  await filesystem.writeFile('ü'.repeat(510), 'x')
  expect(await filesystem.exists('ü'.repeat(510))).toBe(true)
})
