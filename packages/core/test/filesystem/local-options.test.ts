import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem, type LocalFilesystemOptions } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { rootAndOutside } from './temporary-directory.js'

/** As plain JavaScript could call it. */
const construct = (options: unknown): LocalFilesystem => new LocalFilesystem(options as LocalFilesystemOptions)

describe('options of LocalFilesystem', () => {
  it.each([
    ['options', undefined],
    ['basePath', {}],
    ['basePath', { basePath: '' }],
    ['basePath', { basePath: LocalFilesystem }],
    ['id', { basePath: '/x', id: '' }],
    ['contained', { basePath: '/x', contained: 'yes' }],
    ['readOnly', { basePath: '/x', readOnly: 1 }],
    ['allowedPaths', { basePath: '/x', allowedPaths: '/y' }],
    ['allowedPaths', { basePath: '/x', allowedPaths: [''] }],
    ['instructions', { basePath: '/x', instructions: 5 }],
    ['onInit', { basePath: '/x', onInit: 'hook' }],
    ['textExtensions', { basePath: '/x', textExtensions: 'md' }],
    ['textExtensions', { basePath: '/x', textExtensions: [5] }],
  ])('a wrong %s is a typed error that names it', (name, options) => {
    expect(() => construct(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(name) }),
    )
  })

  it('a NUL byte in basePath is EINVAL', () => {
    expect(() => construct({ basePath: 'a\0b' })).toThrow(expect.objectContaining({ code: 'EINVAL' }))
  })

  it('what it is called by default', () => {
    const filesystem = construct({ basePath: '/x/../y' })
    expect(filesystem).toMatchObject({ name: 'LocalFilesystem', provider: 'local', basePath: '/y', contained: true })
    expect(filesystem.id).toMatch(/^local-fs-\w+-\w+$/)
    expect(filesystem.getMountConfig()).toEqual({ type: 'local', basePath: '/y' })
    expect(filesystem.getInfo()).toEqual({
      id: filesystem.id,
      name: 'LocalFilesystem',
      provider: 'local',
      status: 'pending',
      icon: 'local',
      readOnly: false,
      metadata: { basePath: '/y', contained: true },
    })
  })

  it('instructions name the base and the allowed paths; a string replaces them, a function makes its own', () => {
    const basePath = '/x'
    expect(construct({ basePath, allowedPaths: ['y'] }).getInstructions()).toMatch(/"\/x".*"\/x\/y"/)
    expect(construct({ basePath, readOnly: true }).getInstructions()).toContain('Nothing can be changed')
    expect(construct({ basePath, instructions: '' }).getInstructions()).toBe('')
    const requestContext = new Map([['user', 'ada']])
    const instructions = ({ defaultInstructions, requestContext: scope }: { [key: string]: unknown }) =>
      `${String(defaultInstructions).slice(0, 5)} for ${String((scope as Map<string, string>).get('user'))}`
    expect(construct({ basePath, instructions }).getInstructions({ requestContext })).toBe('Local for ada')
  })

  it('a wrong switch or signal is a typed error, before anything happens', async () => {
    const { root } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: join(root, 'never') })
    const options: unknown[] = [{ overwrite: 'no' }, { recursive: 0 }, { abortSignal: 'stop' }, 5]
    for (const given of options) {
      const call = Promise.resolve(Reflect.apply(filesystem.writeFile, filesystem, ['a', 'x', given]))
      expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    expect(filesystem.status).toBe('pending')
    await expect(filesystem.readdir('.')).resolves.toEqual([])
  })

  it('textExtensions add to what is text', () => {
    const filesystem = construct({ basePath: '/x', textExtensions: ['Custom', '.bin'] })
    expect(['a.custom', 'a.CUSTOM', 'a.bin', 'a.md', 'a.png'].map((name) => filesystem.isTextFile(name))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('init makes the base, unless the filesystem is read-only', async () => {
    const { root } = await rootAndOutside()
    const made = new LocalFilesystem({ basePath: join(root, 'a/b') })
    await made.init()
    expect(await made.exists('.')).toBe(true)
    const readOnly = new LocalFilesystem({ basePath: join(root, 'none'), readOnly: true })
    expect(await rejectionOf(readOnly.init())).toMatchObject({ code: 'ENOENT' })
    expect(await rejectionOf(readOnly.readFile('a'))).toMatchObject({ code: 'ENOTREADY', cause: { code: 'ENOENT' } })
    await mkdir(join(root, 'none'))
    await writeFile(join(root, 'none/a'), 'x')
    expect(await readOnly.readFile('a', { encoding: 'utf8' })).toBe('x')
    await writeFile(join(root, 'file'), 'x')
    expect(await rejectionOf(new LocalFilesystem({ basePath: join(root, 'file') }).init())).toMatchObject({
      code: expect.stringMatching(/EEXIST|ENOTDIR/),
    })
  })

  it('comes back on the next write when its base was removed', async () => {
    const { root } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: join(root, 'w') })
    await filesystem.writeFile('a', 'x')
    const { rm } = await import('node:fs/promises')
    await rm(join(root, 'w'), { recursive: true })
    expect(await rejectionOf(filesystem.readFile('a'))).toMatchObject({ code: 'ENOENT' })
    await filesystem.writeFile('d/a', 'y')
    expect(await filesystem.readFile('d/a', { encoding: 'utf8' })).toBe('y')
  })
})
