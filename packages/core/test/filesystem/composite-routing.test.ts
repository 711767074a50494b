import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { CompositeFilesystem, LocalFilesystem } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { temporaryDirectory } from './temporary-directory.js'

const make = async () => {
  const parent = await temporaryDirectory()
  const local = (name: string) => new LocalFilesystem({ basePath: join(parent, name) })
  const [a, b, c, d] = [local('a'), local('b'), local('c'), local('d')]
  const composite = new CompositeFilesystem({ mounts: { '/': a, '/data': b, '/data/sub': c, '/data2': d } })
  await a.writeFile('data/x', 'covered')
  await a.writeFile('top', 'top')
  await b.writeFile('f', 'in b')
  await d.writeFile('f', 'in d')
  return { a, b, c, d, composite }
}

const names = async (composite: CompositeFilesystem, path: string, recursive = false) =>
  (await composite.readdir(path, { recursive })).map(({ name }) => name)

describe('[BR-155] routing of CompositeFilesystem', () => {
  it('the longest mount path of whole segments wins', async () => {
    const { b, c, composite } = await make()
    await composite.writeFile('/data/sub/f', 'x')
    expect(await c.readFile('f', { encoding: 'utf8' })).toBe('x')
    expect(await b.exists('sub')).toBe(false)
    expect(await composite.readFile('/data2/f', { encoding: 'utf8' })).toBe('in d')
    expect(await composite.readFile('data//./f', { encoding: 'utf8' })).toBe('in b')
    expect(await composite.exists('/data/x')).toBe(false)
    expect(composite.getMountPathForPath('/data/sub/f')).toBe('/data/sub')
    expect(composite.getMountPathForPath('/data3')).toBe('/')
    expect(composite.getFilesystemForPath('/data/sub')).toBe(c)
    expect(composite.resolveAbsolutePath('/data/sub/f')).toBe(join(c.basePath, 'f'))
  })

  it('mount points are listed once, as directories with their mount, in the parent they appear in', async () => {
    const { composite } = await make()
    await composite.writeFile('/data/sub/deep/g', 'x')
    const entries = await composite.readdir('/')
    expect(entries.map(({ name }) => name)).toEqual(['data', 'data2', 'top'])
    expect(entries[0]).toMatchObject({ type: 'directory', mount: { provider: 'local', status: 'ready' } })
    expect(await names(composite, '/data')).toEqual(['f', 'sub'])
    expect(await names(composite, '/', true)).toEqual([
      'data',
      'data/f',
      'data/sub',
      'data/sub/deep',
      'data/sub/deep/g',
      'data2',
      'data2/f',
      'top',
    ])
    const shallow = await composite.readdir('/', { recursive: true, maxDepth: 2 })
    expect(shallow.map(({ name }) => name)).toEqual(['data', 'data/f', 'data/sub', 'data2', 'data2/f', 'top'])
  })

  it('stat of a mount point is a directory with the composed path', async () => {
    const { composite } = await make()
    expect(await composite.stat('/data')).toMatchObject({ type: 'directory', name: 'data', path: 'data' })
    expect(await composite.stat('/data/f')).toMatchObject({ type: 'file', name: 'f', path: 'data/f', size: 4 })
    expect((await composite.stat('/')).type).toBe('directory')
  })

  it('a mount point, and what lies above one, cannot be removed, moved or written over', async () => {
    const { composite, b } = await make()
    const calls = [
      composite.rmdir('/data', { recursive: true, force: true }),
      composite.rmdir('/data/sub', { recursive: true }),
      composite.rmdir('/', { recursive: true }),
      composite.deleteFile('/data2', { recursive: true }),
      composite.moveFile('/data2', '/elsewhere'),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'EACCES' } })
    }
    expect(await rejectionOf(composite.writeFile('/data/sub', 'x'))).toMatchObject({
      code: 'EISDIR',
      path: '/data/sub',
    })
    expect(await rejectionOf(composite.readFile('/data'))).toMatchObject({ code: 'EISDIR' })
    await composite.mkdir('/data/sub')
    expect(await rejectionOf(composite.mkdir('/data', { recursive: false }))).toMatchObject({ code: 'EEXIST' })
    expect(await b.exists('f')).toBe(true)
  })

  it('without a mount at / unrouted paths are not found, and directories above mounts are virtual', async () => {
    const { b, c } = await make()
    const composite = new CompositeFilesystem({ mounts: { 'x/y': b, '/x/z/': c } })
    expect(composite.mountPaths).toEqual(['/x/y', '/x/z'])
    expect(await names(composite, '/')).toEqual(['x'])
    expect(await names(composite, 'x')).toEqual(['y', 'z'])
    expect(await composite.stat('/x')).toMatchObject({ type: 'directory', path: 'x' })
    expect([await composite.exists('/x'), await composite.exists('/w')]).toEqual([true, false])
    for (const call of [
      async () => composite.readFile('.gitignore'),
      async () => composite.writeFile('/w', 'x'),
      async () => composite.stat('/w'),
      async () => composite.readdir('/w'),
      async () => composite.deleteFile('/w'),
      async () => composite.copyFile('/x/y/f', '/w'),
      async () => composite.grep({ pattern: 'x', path: '/w' }),
      async () => composite.realpath('/w'),
    ]) {
      expect(await rejectionOf(call())).toMatchObject({ code: 'ENOENT' })
    }
    expect(await rejectionOf(composite.readFile('/x'))).toMatchObject({ code: 'EISDIR' })
    expect(await rejectionOf(composite.rmdir('/x', { recursive: true }))).toMatchObject({ code: 'EACCES' })
    expect(await rejectionOf(composite.readFile('../x/y/f'))).toMatchObject({ code: 'EACCES' })
  })

  it('errors of a mount name the composed path and have the original as cause', async () => {
    const { composite } = await make()
    expect(await rejectionOf(composite.readFile('/data/none'))).toMatchObject({
      name: 'FileNotFoundError',
      path: '/data/none',
      cause: { path: 'none' },
    })
    await composite.writeFile('/data/t', 'x')
    const stale = composite.writeFile('/data/t', 'y', { expectedMtime: new Date(1000) })
    expect(await rejectionOf(stale)).toMatchObject({ code: 'ESTALE', path: '/data/t', expectedMtime: new Date(1000) })
  })

  it('[BR-149] errors of other classes and other copies of a library are known by their code', async () => {
    const { b, composite } = await make()
    const foreign = Object.assign(new TypeError('gone'), { code: 'ENOENT', path: 'x' })
    const read = vi.spyOn(b, 'readFile').mockRejectedValue(foreign)
    expect(await rejectionOf(composite.readFile('/data/x'))).toMatchObject({
      name: 'FileNotFoundError',
      path: '/data/x',
      cause: foreign,
    })
    const denied = Object.assign(new TypeError('no'), { code: 'EACCES', path: 'x', operation: 'look' })
    read.mockRejectedValue(denied)
    expect(await rejectionOf(composite.readFile('/data/x'))).toMatchObject({
      name: 'PermissionError',
      operation: 'look',
    })
    const unknown = Object.assign(new TypeError('NoSuchBucket'), { code: 'NoSuchBucket' })
    read.mockRejectedValue(unknown)
    expect(await rejectionOf(composite.readFile('/data/x'))).toBe(unknown)
  })

  it.each([
    ['no mount', {}],
    ['two spellings of one path', { '/a': 0, 'a/': 0 }],
    ['something that is no filesystem', { '/a': { readFile: () => undefined } }],
    ['a class instead of an instance', { '/a': LocalFilesystem }],
    ['a path above the root', { '/../a': 0 }],
    ['an empty path', { '': 0 }],
  ])('%s is refused', async (_what, given: Record<string, unknown>) => {
    const filesystem = new LocalFilesystem({ basePath: await temporaryDirectory() })
    const mounts = Object.fromEntries(
      Object.entries(given).map(([path, value]) => [path, value === 0 ? filesystem : value]),
    )
    expect(() => new CompositeFilesystem({ mounts: mounts as Record<string, LocalFilesystem> })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })

  it('is ready at once, initialises mounts at the same time, and a failing one fails neither init nor the others', async () => {
    const parent = await temporaryDirectory()
    const good = new LocalFilesystem({ basePath: join(parent, 'good') })
    const bad = new LocalFilesystem({ basePath: join(parent, 'bad'), readOnly: true })
    const composite = new CompositeFilesystem({ mounts: { '/bad': bad, '/good': good } })
    const warn = vi.fn<(message: string, ...details: unknown[]) => void>()
    composite['__setLogger']({ debug: warn, info: warn, error: warn, warn })
    expect([composite.status, good.status]).toEqual(['ready', 'pending'])
    await composite.init()
    expect([composite.status, good.status, bad.status]).toEqual(['ready', 'ready', 'error'])
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('/bad'), expect.anything())
    expect((await composite.readdir('/'))[0]).toMatchObject({ name: 'bad', mount: { status: 'error' } })
    expect((await composite.stat('/bad')).type).toBe('directory')
    await composite.writeFile('/good/f', 'x')
    expect(await names(composite, '/', true)).toEqual(['bad', 'good', 'good/f'])
    expect(await rejectionOf(composite.readdir('/bad'))).toMatchObject({ code: 'ENOTREADY' })
    await composite.destroy()
    expect([composite.status, good.status]).toEqual(['destroyed', 'destroyed'])
    expect(await rejectionOf(composite.readFile('/good/f'))).toMatchObject({ code: 'ENOTREADY' })
  })

  it('destroy destroys every mount and reports all that failed', async () => {
    const { a, b, c } = await make()
    for (const filesystem of [a, c]) {
      vi.spyOn(filesystem, '_destroy').mockRejectedValue(new TypeError(`stuck ${filesystem.basePath}`))
    }
    const composite = new CompositeFilesystem({ mounts: { '/a': a, '/b': b, '/c': c } })
    await composite.init()
    const error = await rejectionOf(composite.destroy())
    expect(error).toMatchObject({ code: 'EIO', cause: { errors: [expect.any(TypeError), expect.any(TypeError)] } })
    expect(error.message).toContain('/a, /c')
    expect([b.status, composite.status]).toEqual(['destroyed', 'error'])
  })

  it('readOnly only when every mount is; changes of a read-only mount are PermissionErrors', async () => {
    const { a, b } = await make()
    const readOnly = new LocalFilesystem({ basePath: b.basePath, readOnly: true })
    const mixed = new CompositeFilesystem({ mounts: { '/a': a, '/b': readOnly } })
    expect(mixed.readOnly).toBeUndefined()
    expect(new CompositeFilesystem({ mounts: { '/b': readOnly } }).readOnly).toBe(true)
    const calls = [
      mixed.writeFile('/b/f', 'x'),
      mixed.moveFile('/b/f', '/a/f'),
      mixed.copyFile('/a/top', '/b/g'),
      mixed.rmdir('/b/d'),
    ]
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'PermissionError' } })
    }
    expect(await a.exists('f')).toBe(false)
    expect(await mixed.readFile('/b/f', { encoding: 'utf8' })).toBe('in b')
  })

  it('tells a model and a caller what is mounted where', async () => {
    const { composite } = await make()
    expect(composite.getInstructions()).toContain('- /data/sub: Local directory (read-write)')
    expect(composite.getInfo()).toMatchObject({ provider: 'composite', metadata: { mounts: { length: 4 } } })
    expect(composite.mounts.get('/data')?.provider).toBe('local')
    expect(composite.isTextFile('/data/Dockerfile')).toBe(true)
  })
})
