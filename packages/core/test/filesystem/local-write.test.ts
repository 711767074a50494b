import { constants } from 'node:fs'
import { chmod, chown, link, lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { rejectionOf } from './rejection-of.js'
import { rootAndOutside } from './temporary-directory.js'

const make = async () => {
  const { root } = await rootAndOutside()
  return { root, filesystem: new LocalFilesystem({ basePath: root }) }
}

describe('writes of LocalFilesystem', () => {
  it('a new file gets the usual mode, a replaced one keeps mode and owner, a secret is never wider than asked', async () => {
    const { root, filesystem } = await make()
    await filesystem.writeFile('a', 'x')
    await writeFile(join(root, 'plain'), 'x')
    expect((await stat(join(root, 'a'))).mode).toBe((await stat(join(root, 'plain'))).mode)
    await chmod(join(root, 'a'), 0o646)
    if (process.getuid?.() === 0) await chown(join(root, 'a'), 12, 34)
    const before = await stat(join(root, 'a'))
    await filesystem.writeFile('a', 'y')
    const after = await stat(join(root, 'a'))
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid])
  })

  it.runIf(process.getuid?.() === 0)(
    'while it is written, the new content of a file of someone else is private',
    async () => {
      const { root, filesystem } = await make()
      await filesystem.writeFile('a', 'x', { mode: 0o644 })
      await chown(join(root, 'a'), 12, 34)
      const seen: number[] = []
      async function* looking(): AsyncGenerator<string> {
        for (const name of await readdir(root)) {
          if (name !== 'a') seen.push((await stat(join(root, name))).mode & 0o777)
        }
        yield 'y'
      }
      await filesystem.writeStream('a', looking())
      expect(seen).toEqual([0o600])
      expect((await stat(join(root, 'a'))).mode & 0o777).toBe(0o644)
    },
  )

  it('replacing is a rename: a reader that has the old file open still reads the old content', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a', 'old content')
    const stream = await filesystem.readStream('a')
    await filesystem.writeFile('a', 'new')
    let read = ''
    for await (const piece of stream) read += String(piece)
    expect(read).toBe('old content')
  })

  it('other hard links keep the old content', async () => {
    const { root, filesystem } = await make()
    await filesystem.writeFile('a', 'old')
    await link(join(root, 'a'), join(root, 'b'))
    await filesystem.writeFile('a', 'new')
    expect(await readFile(join(root, 'b'), 'utf8')).toBe('old')
  })

  it('a link is written through, over several links and into directories that do not exist yet', async () => {
    const { root, filesystem } = await make()
    await symlink('two', join(root, 'one'))
    await symlink('new/three', join(root, 'two'))
    await filesystem.writeFile('one', 'x')
    await filesystem.appendFile('one', 'y')
    expect(await readFile(join(root, 'new/three'), 'utf8')).toBe('xy')
    expect((await lstat(join(root, 'one'))).isSymbolicLink()).toBe(true)
    expect(await rejectionOf(filesystem.writeFile('one', 'z', { overwrite: false }))).toMatchObject({ code: 'EEXIST' })
  })

  it('[BR-150] of writers with the same expectedMtime one wins', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a', 'old')
    const { modifiedAt } = await filesystem.stat('a')
    const outcomes = await Promise.allSettled(
      ['1', '2', '3', '4', '5', '6'].map(async (text) =>
        filesystem.writeFile('a', text, { expectedMtime: modifiedAt }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(codes).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ code: 'ESTALE' }) as unknown))
  })

  it('[BR-150] times with whole seconds and times read from JSON give no false alarm', async () => {
    const { root, filesystem } = await make()
    await filesystem.writeFile('a', 'old')
    await utimes(join(root, 'a'), 1_700_000_000, 1_700_000_000)
    await filesystem.writeFile('a', 'new', { expectedMtime: new Date(1_700_000_000_000) })
    const { modifiedAt } = await filesystem.stat('a')
    await filesystem.writeFile('a', 'newer', {
      expectedMtime: new Date(JSON.parse(JSON.stringify(modifiedAt)) as string),
    })
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('newer')
  })

  it('[BR-150] an append right after a write is noticed too', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a', 'x')
    for (let round = 0; round < 10; round++) {
      const { modifiedAt } = await filesystem.stat('a')
      await filesystem.appendFile('a', 'y')
      expect(await rejectionOf(filesystem.writeFile('a', 'z', { expectedMtime: modifiedAt }))).toMatchObject({
        code: 'ESTALE',
      })
    }
  })

  it('a full disk is ENOSPC with the cause, keeps the old content and leaves nothing', async () => {
    const { root, filesystem } = await make()
    const { execFileSync, spawnSync } = await import('node:child_process')
    await mkdir(join(root, 'small'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', join(root, 'small')]).status !== 0) return
    try {
      await filesystem.writeFile('small/a', 'old')
      const big = Buffer.alloc(3 * 1024 * 1024)
      const error = await rejectionOf(filesystem.writeFile('small/a', big))
      expect(error).toMatchObject({ code: 'ENOSPC', path: 'small/a', cause: { code: 'ENOSPC' } })
      expect(await readdir(join(root, 'small'))).toEqual(['a'])
      await filesystem.writeFile('big', big)
      expect(await rejectionOf(filesystem.moveFile('big', 'small/b'))).toMatchObject({ code: 'ENOSPC' })
      expect(await rejectionOf(filesystem.copyFile('big', 'small/a'))).toMatchObject({ code: 'ENOSPC' })
      expect(await readdir(join(root, 'small'))).toEqual(['a'])
      expect(await readFile(join(root, 'small/a'), 'utf8')).toBe('old')
      expect((await stat(join(root, 'big'))).size).toBe(big.length)
    } finally {
      // Lazily, so that a descriptor that a failure left open does not keep it.
      execFileSync('umount', ['-l', join(root, 'small')])
    }
  })

  it('an abort during a large write keeps the old content and leaves nothing', async () => {
    const { root, filesystem } = await make()
    await filesystem.writeFile('a', 'old')
    const controller = new AbortController()
    const big = Buffer.alloc(64 * 1024 * 1024)
    const write = filesystem.writeFile('a', big, { abortSignal: controller.signal })
    setTimeout(() => controller.abort(new TypeError('enough')), 5)
    expect(await rejectionOf(write)).toMatchObject({ code: 'ABORTED', cause: expect.any(TypeError) })
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('old')
    expect(await readdir(root)).toEqual(['a'])
  })

  it('an abort during a copy and during a large read stops them', async () => {
    const { root, filesystem } = await make()
    await filesystem.writeFile('big', Buffer.alloc(96 * 1024 * 1024))
    for (const call of ['copy', 'read']) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), 3)
      const options = { abortSignal: controller.signal }
      const running =
        call === 'copy' ? filesystem.copyFile('big', 'copy', options) : filesystem.readFile('big', options)
      expect(await rejectionOf(running)).toMatchObject({ code: 'ABORTED' })
    }
    expect(await readdir(root)).toEqual(['big'])
  })

  it('aborting a stream that nobody reads ends it and nothing else', async () => {
    const { filesystem } = await make()
    await filesystem.writeFile('a', 'x')
    const controller = new AbortController()
    const stream = await filesystem.readStream('a', { abortSignal: controller.signal })
    controller.abort('enough')
    await new Promise((resolve) => setImmediate(resolve))
    expect(stream.destroyed).toBe(true)
    expect(stream.errored).toMatchObject({ code: 'ABORTED', cause: 'enough' })
  })

  it('a source may use its buffer again as soon as it is asked for more', async () => {
    const { root, filesystem } = await make()
    async function* reusing(): AsyncGenerator<Buffer> {
      const buffer = Buffer.alloc(100_000)
      for (let round = 0; round < 40; round++) yield buffer.fill(round)
    }
    await filesystem.writeStream('a', reusing())
    const content = await readFile(join(root, 'a'))
    expect(content.length).toBe(4_000_000)
    expect(content.every((byte, index) => byte === Math.floor(index / 100_000))).toBe(true)
  })

  it('pieces of all sizes are stored in order', async () => {
    const { root, filesystem } = await make()
    const sizes = [1, 524_287, 1, 524_288, 524_289, 3, 0, 2_000_000, 7]
    async function* pieces(): AsyncGenerator<Buffer> {
      for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index)
    }
    await filesystem.writeStream('a', pieces())
    const expected = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)))
    expect(expected.equals(await readFile(join(root, 'a')))).toBe(true)
  })

  it('files of /proc, which say size 0, are read to their end', async () => {
    const filesystem = new LocalFilesystem({ basePath: '/proc/self', readOnly: true })
    expect(String(await filesystem.readFile('status'))).toContain('Pid:')
  })

  it('a file larger than one string can hold says how to read it', async () => {
    const { root, filesystem } = await make()
    await writeFile(join(root, 'sparse'), '')
    const { open } = await import('node:fs/promises')
    const handle = await open(join(root, 'sparse'), constants.O_WRONLY)
    await handle.truncate(600 * 1024 * 1024)
    await handle.close()
    const error = await rejectionOf(filesystem.readFile('sparse', { encoding: 'utf8' }))
    expect(error).toMatchObject({ code: 'EINVAL' })
    expect(error.message).toContain('readStream')
  })
})
