import { chmod, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { CompositeFilesystem, LocalFilesystem } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { temporaryDirectory } from './temporary-directory.js'

const make = async () => {
  const parent = await temporaryDirectory()
  const [a, b] = ['a', 'b'].map((name) => new LocalFilesystem({ basePath: join(parent, name) }))
  if (!a || !b) throw new TypeError('two filesystems')
  await Promise.all([a.init(), b.init()])
  return { a, b, composite: new CompositeFilesystem({ mounts: { '/a': a, '/b': b } }) }
}

const text = async (filesystem: LocalFilesystem, path: string) => filesystem.readFile(path, { encoding: 'utf8' })

describe('transfers between mounts', () => {
  it('[BR-148] [BR-155] a move keeps content and mode, replaces, and the source is gone', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('f', 'x')
    await chmod(join(a.basePath, 'f'), 0o755)
    await b.writeFile('g', 'old')
    await composite.moveFile('/a/f', '/b/g')
    expect(await text(b, 'g')).toBe('x')
    expect((await stat(join(b.basePath, 'g'))).mode & 0o777).toBe(0o755)
    expect(await a.exists('f')).toBe(false)
  })

  it('a copied secret is never wider than its source, from its first byte on', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('key', 'secret', { mode: 0o600 })
    const write = vi.spyOn(b, 'writeStream')
    await composite.copyFile('/a/key', '/b/key')
    expect(write.mock.calls[0]?.[2]).toMatchObject({ mode: 0o600 })
    expect((await b.stat('key')).mode).toBe(0o600)
  })

  it('directories copy and move with all they hold', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('d/s/x', '1')
    await a.writeFile('d/y', '2')
    expect(await rejectionOf(composite.copyFile('/a/d', '/b/d'))).toMatchObject({ code: 'EISDIR', path: '/a/d' })
    await composite.copyFile('/a/d', '/b/d', { recursive: true })
    expect([await text(b, 'd/s/x'), await text(b, 'd/y')]).toEqual(['1', '2'])
    await composite.moveFile('/a/d', '/b/e')
    expect(await text(b, 'e/s/x')).toBe('1')
    expect(await a.exists('d')).toBe(false)
  })

  it('content is streamed: no mount is asked for a whole file', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('big', Buffer.alloc(8 * 1024 * 1024, 'x'))
    const [read, write] = [vi.spyOn(a, 'readFile'), vi.spyOn(b, 'writeFile')]
    await composite.copyFile('/a/big', '/b/big')
    expect((await b.stat('big')).size).toBe(8 * 1024 * 1024)
    expect([read.mock.calls, write.mock.calls]).toEqual([[], []])
  })

  it('mounts that cannot stream are read and written at once', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('f', 'x')
    Object.defineProperty(a, 'readStream', { value: undefined })
    Object.defineProperty(b, 'writeStream', { value: undefined })
    await composite.moveFile('/a/f', '/b/f')
    expect(await text(b, 'f')).toBe('x')
    const pieces: Buffer[] = []
    await a.writeFile('g', '0123')
    for await (const piece of await composite.readStream('/a/g', { start: 1, end: 2 })) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).toString()).toBe('12')
  })

  it('overwrite: false is EEXIST and changes nothing', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('f', 'x')
    await b.writeFile('f', 'old')
    const options = { overwrite: false }
    expect(await rejectionOf(composite.copyFile('/a/f', '/b/f', options))).toMatchObject({
      code: 'EEXIST',
      path: '/b/f',
    })
    expect(await rejectionOf(composite.moveFile('/a/f', '/b/f', options))).toMatchObject({ code: 'EEXIST' })
    expect([await text(a, 'f'), await text(b, 'f')]).toEqual(['x', 'old'])
  })

  it('[BR-148] when a copy fails half way the source is as it was and nothing is left of a new destination', async () => {
    const { a, b, composite } = await make()
    for (const name of ['1', '2', '3']) await a.writeFile(`d/${name}`, name)
    const write = b.writeStream.bind(b)
    vi.spyOn(b, 'writeStream').mockImplementation(async (path, ...rest) => {
      if (path === 'd/2') throw new TypeError('broken')
      return write(path, ...rest)
    })
    await expect(composite.moveFile('/a/d', '/b/d')).rejects.toThrow('broken')
    expect((await a.readdir('d')).map(({ name }) => name)).toEqual(['1', '2', '3'])
    expect(await b.readdir('.')).toEqual([])
  })

  it('links are not followed outside and not into directories', async () => {
    const { a, b, composite } = await make()
    const parent = await temporaryDirectory()
    await writeFile(join(parent, 'secret'), 'secret')
    await a.mkdir('d')
    await symlink(join(parent, 'secret'), join(a.basePath, 'd/out'))
    expect(await rejectionOf(composite.copyFile('/a/d', '/b/d', { recursive: true }))).toMatchObject({ code: 'EACCES' })
    await a.mkdir('e')
    await symlink('..', join(a.basePath, 'e/up'))
    expect(await rejectionOf(composite.copyFile('/a/e', '/b/e', { recursive: true }))).toMatchObject({
      code: 'EUNSUPPORTED',
    })
    expect(await b.exists('d/out')).toBe(false)
  })

  it('an abort stops a copy, and the destination has nothing of it', async () => {
    const { a, b, composite } = await make()
    await a.writeFile('big', Buffer.alloc(64 * 1024 * 1024))
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 5)
    const copy = composite.copyFile('/a/big', '/b/big', { abortSignal: controller.signal })
    expect(await rejectionOf(copy)).toMatchObject({ code: 'ABORTED', cause: 'enough' })
    expect(await b.readdir('.')).toEqual([])
  })

  it('a directory with a mount in it copies as it is seen, and not into itself', async () => {
    const { a, b } = await make()
    const composite = new CompositeFilesystem({ mounts: { '/': a, '/d/m': b } })
    await a.writeFile('d/x', '1')
    await a.writeFile('d/m/covered', '0')
    await b.writeFile('y', '2')
    await composite.copyFile('/d', '/copy', { recursive: true })
    expect((await composite.readdir('/copy', { recursive: true })).map(({ name }) => name)).toEqual(['m', 'm/y', 'x'])
    expect(await rejectionOf(composite.copyFile('/d', '/d/m/z', { recursive: true }))).toMatchObject({ code: 'EINVAL' })
  })
})
