import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { rootAndOutside, temporaryDirectory } from './temporary-directory.js'

/** Renames over whatever the filesystem under test made at the new name meanwhile. */
async function put(from: string, to: string): Promise<void> {
  for (;;) {
    try {
      return await rename(from, to)
    } catch (error) {
      const isTaken =
        error instanceof Error && 'code' in error && ['EISDIR', 'ENOTEMPTY', 'EEXIST'].includes(String(error.code))
      if (!isTaken) throw error
      await rm(to, { recursive: true, force: true, maxRetries: 50, retryDelay: 1 })
    }
  }
}

describe('containment of LocalFilesystem', () => {
  it('[BR-127] a sibling directory with the same prefix is outside', async () => {
    const parent = await temporaryDirectory()
    const [ws, secret] = [join(parent, 'ws'), join(parent, 'ws_secret')]
    await mkdir(secret)
    await writeFile(join(secret, 'f'), 'x')
    for (const basePath of [ws, `${ws}/`]) {
      const filesystem = new LocalFilesystem({ basePath })
      expect(await rejectionOf(filesystem.readFile(join(secret, 'f')))).toMatchObject({ code: 'EACCES' })
      expect(await rejectionOf(filesystem.readFile('../ws_secret/f'))).toMatchObject({ code: 'EACCES' })
    }
  })

  it('[BR-127] an allowed path allows itself and what is below, not its namesakes', async () => {
    const parent = await temporaryDirectory()
    const [al, al2] = [join(parent, 'al'), join(parent, 'al2')]
    await Promise.all([mkdir(al), mkdir(al2)])
    await Promise.all([writeFile(join(al, 'f'), 'x'), writeFile(join(al2, 'f'), 'y')])
    const filesystem = new LocalFilesystem({ basePath: join(parent, 'ws'), allowedPaths: ['../al'] })
    expect(await filesystem.readFile(join(al, 'f'), { encoding: 'utf8' })).toBe('x')
    await filesystem.writeFile(join(al, 'd/g'), 'z')
    expect((await filesystem.stat(join(al, 'd/g'))).path).toBe(join(al, 'd/g'))
    expect(await rejectionOf(filesystem.readFile(join(al2, 'f')))).toMatchObject({ code: 'EACCES' })
    filesystem.setAllowedPaths((previous) => [...previous, al2])
    expect(await filesystem.readFile(join(al2, 'f'), { encoding: 'utf8' })).toBe('y')
    filesystem.setAllowedPaths([])
    expect(await rejectionOf(filesystem.readFile(join(al, 'f')))).toMatchObject({ code: 'EACCES' })
  })

  it('an allowed path may be a single file, whose neighbours stay outside', async () => {
    const { root, outside } = await rootAndOutside()
    await Promise.all([writeFile(join(outside, 'a'), 'x'), writeFile(join(outside, 'b'), 'y')])
    const filesystem = new LocalFilesystem({ basePath: root, allowedPaths: [join(outside, 'a')] })
    await filesystem.writeFile(join(outside, 'a'), 'z')
    await filesystem.appendFile(join(outside, 'a'), '!')
    expect(await filesystem.readFile(join(outside, 'a'), { encoding: 'utf8' })).toBe('z!')
    expect(await rejectionOf(filesystem.readFile(join(outside, 'b')))).toMatchObject({ code: 'EACCES' })
    expect(await rejectionOf(filesystem.readdir(outside))).toMatchObject({ code: 'EACCES' })
  })

  it('[BR-127] the root / contains everything', async () => {
    const { outside } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: '/' })
    await filesystem.writeFile(join(outside, 'f'), 'x')
    expect(await filesystem.readFile(join(outside, 'f'), { encoding: 'utf8' })).toBe('x')
    expect((await filesystem.stat('/')).type).toBe('directory')
    expect(await rejectionOf(filesystem.rmdir('/', { recursive: true }))).toMatchObject({ code: 'EACCES' })
  })

  it('[BR-197] an empty list of allowed paths allows nothing more', async () => {
    const { root } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: root, contained: true, allowedPaths: [] })
    expect(await rejectionOf(filesystem.readFile('/etc/hostname'))).toMatchObject({ code: 'EACCES' })
  })

  it('[BR-133] a root that is a link works, by its own path and by its real one', async () => {
    const { root, outside } = await rootAndOutside()
    const link = `${root}-link`
    await symlink(root, link)
    await symlink(outside, join(root, 'out'))
    const filesystem = new LocalFilesystem({ basePath: link, contained: true })
    await filesystem.writeFile('a/b', 'x')
    expect(await readFile(join(root, 'a/b'), 'utf8')).toBe('x')
    expect((await filesystem.readdir('.')).map(({ name }) => name)).toEqual(['a', 'out'])
    expect(await filesystem.stat(join(link, 'a'))).toMatchObject({ type: 'directory', path: 'a' })
    expect((await filesystem.stat(join(root, 'a'))).path).toBe('a')
    expect(await filesystem.realpath('a/b')).toBe('a/b')
    expect(await rejectionOf(filesystem.readdir('out'))).toMatchObject({ code: 'EACCES' })
  })

  it('[BR-126] swapping a directory for a link while writing, reading and deleting reaches nothing outside', async () => {
    const { root, outside } = await rootAndOutside()
    await mkdir(join(outside, 'd'))
    await writeFile(join(outside, 'd/f'), 'secret')
    await mkdir(join(root, 'real'))
    await mkdir(join(root, 'real/d'))
    await writeFile(join(root, 'real/d/f'), 'public')
    await symlink(outside, join(root, 'fake'))
    await rename(join(root, 'real'), join(root, 'p'))
    const filesystem = new LocalFilesystem({ basePath: root })
    const over = new AbortController()
    const swapping = (async () => {
      while (!over.signal.aborted) {
        await put(join(root, 'p'), join(root, 'real'))
        await put(join(root, 'fake'), join(root, 'p'))
        await put(join(root, 'p'), join(root, 'fake'))
        await put(join(root, 'real'), join(root, 'p'))
      }
    })()
    const seen = new Set<string>()
    const attempt = async (call: () => Promise<unknown>) => {
      try {
        seen.add(`read ${String(await call())}`)
      } catch (error) {
        seen.add(error instanceof Error && 'code' in error ? String(error.code) : String(error))
      }
    }
    for (let round = 0; round < 150; round++) {
      await attempt(async () => filesystem.readFile('p/d/f', { encoding: 'utf8' }))
      await attempt(async () => filesystem.writeFile(`p/d/new${round}`, 'x').then(() => 'written'))
      await attempt(async () => filesystem.mkdir(`p/made/${round}`).then(() => 'made'))
      await attempt(async () => filesystem.appendFile('p/d/log', 'x').then(() => 'appended'))
      await attempt(async () => filesystem.deleteFile(`p/d/new${round}`).then(() => 'deleted'))
      await attempt(async () => filesystem.rmdir('p/made', { recursive: true }).then(() => 'removed'))
    }
    over.abort()
    await swapping
    expect(seen).toContain('read public')
    expect([...seen].filter((text) => text.includes('secret'))).toEqual([])
    expect(await readdir(outside)).toEqual(['d'])
    expect(await readdir(join(outside, 'd'))).toEqual(['f'])
    expect(await readFile(join(outside, 'd/f'), 'utf8')).toBe('secret')
  })

  it('a swap between the look and the opening of a file shows no content from outside', async () => {
    const { root, outside } = await rootAndOutside()
    await Promise.all([writeFile(join(outside, 's'), 'secret'), writeFile(join(root, 'f'), 'public')])
    const filesystem = new LocalFilesystem({ basePath: root })
    const over = new AbortController()
    const swapping = (async () => {
      for (let round = 0; !over.signal.aborted; round++) {
        await rm(join(root, 'next'), { force: true })
        if (round % 2 === 0) await symlink(join(outside, 's'), join(root, 'next'))
        else await writeFile(join(root, 'next'), 'public')
        await rename(join(root, 'next'), join(root, 'f'))
      }
    })()
    const outcomes = new Set<unknown>()
    for (let round = 0; round < 300; round++) {
      const call = filesystem.readFile('f', { encoding: 'utf8' })
      outcomes.add(await call.catch((error: { code?: string }) => error.code))
      await filesystem.writeFile('f', 'public').catch((error: { code?: string }) => outcomes.add(error.code))
    }
    over.abort()
    await swapping
    expect([...outcomes].filter((outcome) => outcome !== 'public' && outcome !== 'EACCES')).toEqual([])
    expect(await readFile(join(outside, 's'), 'utf8')).toBe('secret')
  })

  it('without containment absolute paths and links reach the whole disk', async () => {
    const { root, outside } = await rootAndOutside()
    await writeFile(join(outside, 'f'), 'x')
    await symlink(outside, join(root, 'd'))
    const filesystem = new LocalFilesystem({ basePath: root, contained: false })
    for (const path of [join(outside, 'f'), 'd/f', '../outside/f']) {
      expect(await filesystem.readFile(path, { encoding: 'utf8' })).toBe('x')
    }
    await filesystem.writeFile('d/new/g', 'y')
    expect(await readFile(join(outside, 'new/g'), 'utf8')).toBe('y')
  })

  it('the error for a path outside suggests the relative path when its first directory exists', async () => {
    const { root } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: root })
    await filesystem.mkdir('src')
    expect(await rejectionOf(filesystem.readFile('/src/x'))).toMatchObject({
      name: 'PermissionError',
      operation: expect.stringContaining('"src/x"'),
    })
    expect((await rejectionOf(filesystem.readFile('/nope/x'))).message).toContain('relative to its root')
  })

  it('~ and ~/x are the home directory, ~x and ./~ are names', async () => {
    const { root } = await rootAndOutside()
    const filesystem = new LocalFilesystem({ basePath: root })
    await filesystem.writeFile('~x', '1')
    await filesystem.writeFile('./~', '2')
    expect((await readdir(root)).toSorted()).toEqual(['~', '~x'])
    expect(filesystem.resolveAbsolutePath('~/x')).toBeUndefined()
    const whole = new LocalFilesystem({ basePath: '~' })
    expect(whole.basePath).toBe(homedir())
    expect(whole.resolveAbsolutePath('~/x')).toBe(join(homedir(), 'x'))
  })

  it('pipes and sockets are refused, not waited for', async () => {
    const { root } = await rootAndOutside()
    const { execFileSync } = await import('node:child_process')
    execFileSync('mkfifo', [join(root, 'pipe')])
    const filesystem = new LocalFilesystem({ basePath: root })
    // One after another: an open for writing would let one for reading through.
    for (const call of [
      async () => filesystem.readFile('pipe'),
      async () => filesystem.readStream('pipe'),
      async () => filesystem.copyFile('pipe', 'copy'),
      async () => filesystem.appendFile('pipe', 'x'),
      async () => filesystem.writeFile('pipe', 'x'),
    ]) {
      expect(await rejectionOf(call())).toMatchObject({ code: 'EINVAL' })
    }
    await filesystem.deleteFile('pipe')
    expect(await readdir(root)).toEqual([])
  })

  it('opens no descriptor that it does not close', async () => {
    const { root, outside } = await rootAndOutside()
    await symlink(outside, join(root, 'out'))
    const filesystem = new LocalFilesystem({ basePath: root })
    const work = async () => {
      await filesystem.writeFile('a/b/c', 'x')
      await filesystem.copyFile('a', 'd', { recursive: true })
      await filesystem.moveFile('d', 'e')
      await filesystem.readdir('.', { recursive: true })
      for await (const piece of await filesystem.readStream('a/b/c')) expect(piece).toBeTruthy()
      const failing = [
        filesystem.readFile('out/x'),
        filesystem.writeFile('out/x', 'x'),
        filesystem.writeFile('a/b', 'x'),
        filesystem.readFile('a'),
        filesystem.readStream('a'),
        filesystem.rmdir('a'),
        filesystem.mkdir('a/b/c/d'),
      ]
      await Promise.allSettled(failing)
      await filesystem.rmdir('a', { recursive: true })
      await filesystem.rmdir('e', { recursive: true })
    }
    await work()
    const before = (await readdir('/proc/self/fd')).length
    for (let round = 0; round < 20; round++) await work()
    await expect.poll(async () => (await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(before + 1)
    expect(basename(root)).toBe('root')
  })
})
