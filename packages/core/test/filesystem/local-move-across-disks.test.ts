import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { temporaryDirectory } from './temporary-directory.js'

const [here, there] = await Promise.all([stat('/tmp'), stat('/dev/shm').catch(() => undefined)])
const hasTwoDisks = there !== undefined && here.dev !== there.dev

const make = async () => {
  const [a, b] = [await temporaryDirectory(), await temporaryDirectory('/dev/shm')]
  return { a, b, filesystem: new LocalFilesystem({ basePath: a, allowedPaths: [b] }) }
}

describe.runIf(hasTwoDisks)('[BR-148] moves of LocalFilesystem between disks', () => {
  it('a file keeps content, mode and time, and replaces an existing one', async () => {
    const { a, b, filesystem } = await make()
    await writeFile(join(a, 'run.sh'), 'echo hi')
    await chmod(join(a, 'run.sh'), 0o755)
    await utimes(join(a, 'run.sh'), 1_700_000_000, 1_700_000_000)
    await writeFile(join(b, 'run.sh'), 'old')
    await filesystem.moveFile('run.sh', join(b, 'run.sh'))
    const moved = await stat(join(b, 'run.sh'))
    expect([moved.mode & 0o777, moved.mtimeMs]).toEqual([0o755, 1_700_000_000_000])
    expect(await readFile(join(b, 'run.sh'), 'utf8')).toBe('echo hi')
    expect([await readdir(a), await readdir(b)]).toEqual([[], ['run.sh']])
  })

  it('a directory moves with modes and links', async () => {
    const { a, b, filesystem } = await make()
    await mkdir(join(a, 'd/s'), { recursive: true, mode: 0o750 })
    await writeFile(join(a, 'd/s/x'), 'x')
    await symlink('s/x', join(a, 'd/l'))
    await filesystem.moveFile('d', join(b, 'd'))
    expect((await readdir(join(b, 'd'), { recursive: true })).toSorted()).toEqual(['l', 's', 's/x'])
    expect(await readlink(join(b, 'd/l'))).toBe('s/x')
    expect((await stat(join(b, 'd/s'))).mode & 0o777).toBe(0o750)
    expect(await readdir(a)).toEqual([])
  })

  it('a link moves as a link', async () => {
    const { a, b, filesystem } = await make()
    await symlink('nowhere', join(a, 'l'))
    await filesystem.moveFile('l', join(b, 'l'))
    expect((await lstat(join(b, 'l'))).isSymbolicLink()).toBe(true)
    expect(await readdir(a)).toEqual([])
  })

  it('overwrite: false and a directory that is not empty are refused, and the source stays', async () => {
    const { a, b, filesystem } = await make()
    await writeFile(join(a, 'f'), 'x')
    await writeFile(join(b, 'f'), 'old')
    expect(await rejectionOf(filesystem.moveFile('f', join(b, 'f'), { overwrite: false }))).toMatchObject({
      code: 'EEXIST',
    })
    await mkdir(join(a, 'd'))
    await mkdir(join(b, 'd'))
    await writeFile(join(b, 'd/kept'), 'x')
    expect(await rejectionOf(filesystem.moveFile('d', join(b, 'd')))).toMatchObject({ code: 'ENOTEMPTY' })
    expect((await readdir(a)).toSorted()).toEqual(['d', 'f'])
    expect(await readFile(join(b, 'f'), 'utf8')).toBe('old')
  })

  it('when the copy fails the source is as it was and nothing is left at the destination', async () => {
    const { a, b, filesystem } = await make()
    const { execFileSync } = await import('node:child_process')
    await mkdir(join(a, 'd/z'), { recursive: true })
    await writeFile(join(a, 'd/f'), 'x')
    execFileSync('mkfifo', [join(a, 'd/z/pipe')])
    expect(await rejectionOf(filesystem.moveFile('d', join(b, 'd')))).toMatchObject({ code: 'EINVAL' })
    expect((await readdir(join(a, 'd'), { recursive: true })).toSorted()).toEqual(['f', 'z', 'z/pipe'])
    expect(await readdir(b)).toEqual([])
  })
})
