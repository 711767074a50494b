import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { CompositeFilesystem, LocalFilesystem } from '../../src/filesystem/index.js'
import { temporaryDirectory } from './temporary-directory.js'

const make = async () => {
  const parent = await temporaryDirectory()
  const local = (name: string) => new LocalFilesystem({ basePath: join(parent, name) })
  const [a, b, c] = [local('a'), local('b'), local('c')]
  await a.writeFile('top.txt', 'needle')
  await a.writeFile('m/covered.txt', 'needle')
  await b.writeFile('in/b.txt', 'needle\nneedle')
  await b.writeFile('.hidden/h.txt', 'needle')
  await c.writeFile('c.txt', 'needle')
  return { a, b, c, composite: new CompositeFilesystem({ mounts: { '/': a, '/m': b, '/m/deep/c': c } }) }
}

const grep = async (composite: CompositeFilesystem, path: string, more: object = {}) =>
  (await composite.grep({ pattern: 'needle', path, ...more })).map(
    (result) => `${result.path}:${result.matches.length}`,
  )

describe('walk, grep and realpath of CompositeFilesystem', () => {
  it('walk shows all mounts with right paths, without what they cover', async () => {
    const { composite } = await make()
    const paths = async (path: string, options = {}) => (await composite.walk(path, options)).map((entry) => entry.path)
    expect(await paths('/')).toEqual(['m', 'm/deep', 'm/deep/c', 'm/deep/c/c.txt', 'm/in', 'm/in/b.txt', 'top.txt'])
    expect(await paths('/m/in')).toEqual(['b.txt'])
    expect(await paths('/', { maxDepth: 2 })).toEqual(['m', 'm/deep', 'm/in', 'top.txt'])
    expect(await paths('/m', { includeHidden: true })).toContain('.hidden/h.txt')
  })

  it('grep searches every mount below the path, each by its own grep', async () => {
    const { b, composite } = await make()
    const own = vi.spyOn(b, 'grep')
    expect(await grep(composite, '/')).toEqual(['top.txt:1', 'm/in/b.txt:2', 'm/deep/c/c.txt:1'])
    expect(own).toHaveBeenCalledOnce()
    expect(await grep(composite, '/m')).toEqual(['m/in/b.txt:2', 'm/deep/c/c.txt:1'])
    expect(await grep(composite, '/m/deep')).toEqual(['m/deep/c/c.txt:1'])
    expect(await grep(composite, 'm/in/b.txt')).toEqual(['m/in/b.txt:2'])
    expect(await grep(composite, '/', { maxTotalMatches: 2 })).toEqual(['top.txt:1', 'm/in/b.txt:1'])
  })

  it('mounts without walk, grep and realpath get the common ones', async () => {
    const { b, composite } = await make()
    for (const method of ['walk', 'grep', 'realpath', 'isTextFile'])
      Object.defineProperty(b, method, { value: undefined })
    expect(await grep(composite, '/m')).toEqual(['m/in/b.txt:2', 'm/deep/c/c.txt:1'])
    expect((await composite.walk('/m/in')).map((entry) => entry.path)).toEqual(['b.txt'])
    expect(await composite.realpath('/m/in/b.txt')).toBe('m/in/b.txt')
    expect(composite.isTextFile('/m/in/b.txt')).toBe(true)
  })

  it('realpath resolves links inside the mount and answers in composed paths', async () => {
    const { b, composite } = await make()
    const { symlink } = await import('node:fs/promises')
    await symlink('in', join(b.basePath, 'link'))
    expect(await composite.realpath('/m/link/b.txt')).toBe('m/in/b.txt')
    expect(await composite.realpath('/m')).toBe('m')
    // As filesystems of other frameworks answer.
    vi.spyOn(b, 'realpath').mockResolvedValue(join(b.basePath, 'in/b.txt'))
    expect(await composite.realpath('/m/link/b.txt')).toBe('m/in/b.txt')
  })
})
