import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { grepFilesystem, walkFilesystem } from '../../src/filesystem/authors.js'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { isPlainPattern } from '../../src/filesystem/search/is-plain-pattern.js'
import { rejectionOf } from './rejection-of.js'
import { rootAndOutside } from './temporary-directory.js'

const make = async () => {
  const { root, outside } = await rootAndOutside()
  return { root, outside, filesystem: new LocalFilesystem({ basePath: root, textExtensions: ['bin'] }) }
}

describe('grep', () => {
  it('the same pattern finds the same with and without a worker', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a.txt', 'x one\r\ny two\nx three')
    await filesystem.writeFile('b.txt', Buffer.from('\ufeffx sixteen\n', 'utf16le'))
    await filesystem.writeFile('c.bin', 'x')
    const plain = await filesystem.grep({ pattern: 'x', path: '.', contextLines: 1 })
    const worker = await filesystem.grep({ pattern: '(x)', path: '.', contextLines: 1 })
    expect(worker).toEqual(plain)
    expect(plain.map(({ path, matches }) => [path, matches.map(({ line, text }) => [line, text])])).toEqual([
      [
        'a.txt',
        [
          [1, 'x one'],
          [3, 'x three'],
        ],
      ],
      ['b.txt', [[1, 'x sixteen']]],
      ['c.bin', [[1, 'x']]],
    ])
  })

  it('only patterns without anything to backtrack over run outside the worker', () => {
    const plain = ['needle', 'a|b', '^import', 'foo\\.bar', '[a-z]x', '\\bword\\b', 'a\\(b', '\\+', 'x$']
    const others = ['a*', 'a+', 'a?', '(a)', 'a{3}', '\\1', '\\k<n>', '(?=a)', '(a|a)(a|a)', 'x.*y']
    expect(plain.filter((pattern) => !isPlainPattern(pattern))).toEqual([])
    expect(others.filter((pattern) => isPlainPattern(pattern))).toEqual([])
  })

  it('an abort ends a search whose pattern runs away', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a.txt', `${'a'.repeat(60)}!`)
    const controller = new AbortController()
    setTimeout(() => controller.abort('enough'), 150)
    const startedAt = performance.now()
    const search = filesystem.grep({ pattern: '^(a|a)+$', path: '.', abortSignal: controller.signal })
    expect(await rejectionOf(search)).toMatchObject({ code: 'ABORTED', cause: 'enough' })
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  it('links are not searched, and a file that cannot be read does not end the search', async () => {
    const { root, outside, filesystem } = await make()
    await writeFile(join(outside, 'secret.txt'), 'needle')
    await symlink(join(outside, 'secret.txt'), join(root, 'l.txt'))
    await symlink(outside, join(root, 'd'))
    await filesystem.writeFile('z.txt', 'needle')
    expect((await filesystem.grep({ pattern: 'needle', path: '.' })).map(({ path }) => path)).toEqual(['z.txt'])
    expect(await rejectionOf(filesystem.grep({ pattern: 'needle', path: 'd' }))).toMatchObject({ code: 'EACCES' })
  })

  it.each([
    ['pattern', { pattern: '', path: '.' }],
    ['path', { pattern: 'x' }],
    ['contextLines', { pattern: 'x', path: '.', contextLines: -1 }],
    ['maxTotalMatches', { pattern: 'x', path: '.', maxTotalMatches: 0 }],
    ['maxCountPerFile', { pattern: 'x', path: '.', maxCountPerFile: 1.5 }],
    ['caseSensitive', { pattern: 'x', path: '.', caseSensitive: 'no' }],
  ])('a wrong %s is a typed error', async (name, options) => {
    const { filesystem } = await make()
    const call: unknown = Reflect.apply(filesystem.grep, filesystem, [options])
    const error = await rejectionOf(Promise.resolve(call))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(name) })
  })
})

describe('walk', () => {
  it('the common walk gives what the native one gives', async () => {
    const { root, filesystem } = await make()
    await mkdir(join(root, 'a/b/c'), { recursive: true })
    for (const path of ['a/1', 'a/b/2', '.h/3', 'z']) await filesystem.writeFile(path, path)
    await symlink('..', join(root, 'a/up'))
    for (const options of [{}, { maxDepth: 2 }, { includeHidden: true }]) {
      expect(await walkFilesystem(filesystem, '.', options)).toEqual(await filesystem.walk('.', options))
    }
  })

  it('the common grep works on any filesystem', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('d/a', 'needle')
    Object.defineProperty(filesystem, 'walk', { value: undefined })
    Object.defineProperty(filesystem, 'isTextFile', { value: undefined })
    expect(await grepFilesystem(filesystem, { pattern: 'needle', path: 'd' })).toEqual([
      { path: 'd/a', matches: [{ line: 1, column: 0, text: 'needle' }] },
    ])
  })
})
