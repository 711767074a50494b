import { lstat, mkdir, readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { LocalFilesystem } from '../../src/filesystem/index.js'
import { localSandbox } from './support/local-sandbox.js'
import { RecordingLogger } from './support/recording-logger.js'

async function sourceDirectory(parent: string, name = 'source'): Promise<string> {
  const source = path.join(parent, name)
  await mkdir(source)
  await writeFile(path.join(source, 'kept.txt'), name)
  return source
}

describe('LocalSandbox: local mounts', () => {
  it('mounts a directory, for commands and file tools alike', async () => {
    const { sandbox, parent, directory } = await localSandbox()
    const source = await sourceDirectory(parent)
    const result = await sandbox.mount(new LocalFilesystem({ basePath: source }), '/data/in')
    expect(result).toEqual({ success: true, mountPath: '/data/in' })
    expect((await sandbox.executeCommand('cat data/in/kept.txt; echo new > data/in/new.txt')).stdout).toBe('source')
    expect(await readFile(path.join(source, 'new.txt'), 'utf8')).toBe('new\n')
    expect(await sandbox.filesystem?.readFile('data/in/new.txt', { encoding: 'utf-8' })).toBe('new\n')
    await sandbox.filesystem?.writeFile('data/in/tool.txt', 'x')
    expect((await sandbox.executeCommand('ls', ['data/in'])).stdout).toBe('kept.txt\nnew.txt\ntool.txt\n')
    expect((await sandbox.executeCommand('pwd -P', [], { cwd: 'data/in' })).stdout).toBe(`${source}\n`)
    await sandbox.unmount('/data/in')
    await expect(lstat(path.join(directory, 'data/in'))).rejects.toMatchObject({ code: 'ENOENT' })
    await writeFile(path.join(directory, 'link-free'), '')
    await expect(sandbox.filesystem?.readFile(path.join(source, 'kept.txt'))).rejects.toMatchObject({ code: 'EACCES' })
  })

  it('comes back after stop and start', async () => {
    const { sandbox, parent } = await localSandbox()
    await sandbox.mount(new LocalFilesystem({ basePath: await sourceDirectory(parent) }), '/m')
    for (let round = 0; round < 2; round += 1) {
      await sandbox.stop()
      await sandbox.start()
      expect(sandbox.mounts?.get('/m')).toMatchObject({ state: 'mounted' })
      expect((await sandbox.executeCommand('cat m/kept.txt')).stdout).toBe('source')
    }
  })

  it('comes back after the working directory was lost', async () => {
    const { sandbox, parent } = await localSandbox()
    const source = await sourceDirectory(parent)
    await sandbox.mount(new LocalFilesystem({ basePath: source }), '/m')
    await rm(path.join(parent, 'work'), { recursive: true })
    expect((await sandbox.executeCommand('cat m/kept.txt')).stdout).toBe('source')
  })

  it.each(['/tmp/../etc', '/a/./b', '/', '', 'rel', '/a b', '/a;id', '/\u00e9', '/$(id)'])(
    'refuses the path %j [BR-138]',
    async (mountPath) => {
      const { sandbox, parent, directory } = await localSandbox()
      const filesystem = new LocalFilesystem({ basePath: await sourceDirectory(parent) })
      await expect(sandbox.mount(filesystem, mountPath)).rejects.toMatchObject({ code: 'MOUNT_ERROR' })
      await sandbox.start()
      expect(await readdir(directory)).toEqual([])
    },
  )

  it('takes one path for one mount however it is written [BR-138]', async () => {
    const { sandbox, parent } = await localSandbox()
    const filesystem = new LocalFilesystem({ basePath: await sourceDirectory(parent) })
    for (const mountPath of ['/a', '/a/', '//a']) {
      expect(await sandbox.mount(filesystem, mountPath)).toEqual({ success: true, mountPath: '/a' })
    }
    expect([...(sandbox.mounts?.entries.keys() ?? [])]).toEqual(['/a'])
    expect(await sandbox.mount(filesystem, '/proc/x')).toEqual({ success: true, mountPath: '/proc/x' })
    expect((await sandbox.executeCommand('cat proc/x/kept.txt')).stdout).toBe('source')
  })

  it('never deletes what is mounted [BR-139]', async () => {
    const { sandbox, parent, directory } = await localSandbox()
    const source = await sourceDirectory(parent)
    const filesystem = new LocalFilesystem({ basePath: source })
    const isIntact = async (): Promise<void> =>
      expect(await readFile(path.join(source, 'kept.txt'), 'utf8')).toBe('source')
    await sandbox.mount(filesystem, '/m')
    await sandbox.unmount('/m')
    await isIntact()
    await sandbox.mount(filesystem, '/m')
    await unlink(path.join(directory, 'm'))
    await mkdir(path.join(directory, 'm'))
    await writeFile(path.join(directory, 'm', 'mine'), 'mine')
    await sandbox.unmount('/m')
    expect(await readFile(path.join(directory, 'm', 'mine'), 'utf8')).toBe('mine')
    await isIntact()
    await sandbox.mount(filesystem, '/n')
    await sandbox.destroy()
    await isIntact()
    expect(await readdir(directory)).toEqual(['m'])
  })

  it('covers nothing: no file, no full directory, no link of others', async () => {
    const { sandbox, parent, directory } = await localSandbox()
    const filesystem = new LocalFilesystem({ basePath: await sourceDirectory(parent) })
    await sandbox.start()
    await writeFile(path.join(directory, 'file'), 'x')
    await mkdir(path.join(directory, 'full'))
    await writeFile(path.join(directory, 'full', 'x'), '')
    await mkdir(path.join(directory, 'empty'))
    await symlink(parent, path.join(directory, 'link'))
    for (const mountPath of ['/file', '/full', '/link']) {
      expect(await sandbox.mount(filesystem, mountPath)).toMatchObject({
        success: false,
        error: expect.stringContaining('is not a mount of this sandbox'),
      })
      expect(sandbox.mounts?.get(mountPath)).toMatchObject({ state: 'error' })
    }
    expect(await sandbox.mount(filesystem, '/link/inside')).toMatchObject({
      success: false,
      error: expect.stringContaining('in the way'),
    })
    expect(await sandbox.mount(filesystem, '/empty')).toMatchObject({ success: true })
    expect((await lstat(path.join(directory, 'link'))).isSymbolicLink()).toBe(true)
    expect((await sandbox.executeCommand('ls')).stdout).toBe('empty\nfile\nfull\nlink\n')
  })

  it('replaces its own link from before, and leaves an equal link of others in place at the end', async () => {
    const { sandbox, parent, directory } = await localSandbox()
    const [one, two] = [await sourceDirectory(parent, 'one'), await sourceDirectory(parent, 'two')]
    // What a host that was killed has left behind.
    await sandbox.start()
    await symlink(`${one}/.`, path.join(directory, 'm'))
    expect(await sandbox.mount(new LocalFilesystem({ basePath: two }), '/m')).toMatchObject({ success: true })
    expect((await sandbox.executeCommand('cat m/kept.txt')).stdout).toBe('two')
    await symlink(two, path.join(directory, 'theirs'))
    expect(await sandbox.mount(new LocalFilesystem({ basePath: two }), '/theirs')).toMatchObject({ success: true })
    await sandbox.unmount('/theirs')
    expect((await lstat(path.join(directory, 'theirs'))).isSymbolicLink()).toBe(true)
  })

  it('mounts nothing into what is mounted, and nothing that is missing', async () => {
    const { sandbox, parent } = await localSandbox()
    const source = await sourceDirectory(parent)
    const filesystem = new LocalFilesystem({ basePath: source })
    await sandbox.mount(filesystem, '/a')
    expect(await sandbox.mount(filesystem, '/a/b')).toMatchObject({
      success: false,
      error: expect.stringContaining('in the way'),
    })
    expect(await readdir(source)).toEqual(['kept.txt'])
    const missing = { type: 'local', basePath: path.join(parent, 'missing') }
    const broken = Object.assign(new LocalFilesystem({ basePath: source }), { getMountConfig: () => missing })
    expect(await sandbox.mount(broken, '/c')).toMatchObject({
      success: false,
      error: expect.stringContaining('does not exist'),
    })
  })

  it('says that it cannot mount anything but local directories', async () => {
    const { sandbox, parent } = await localSandbox()
    const bucket = Object.assign(new LocalFilesystem({ basePath: await sourceDirectory(parent) }), {
      getMountConfig: () => ({ type: 's3' }),
    })
    expect(await sandbox.mount(bucket, '/b')).toMatchObject({ success: false, error: 'Unsupported mount type: s3' })
    expect(sandbox.mounts?.get('/b')).toMatchObject({ state: 'unsupported' })
  })

  it('keeps file tools from writing to a read-only mount, and warns that commands can', async () => {
    const logger = new RecordingLogger()
    const { sandbox, parent } = await localSandbox({ logger })
    const source = await sourceDirectory(parent)
    await sandbox.mount(new LocalFilesystem({ basePath: source, readOnly: true }), '/ref')
    expect(await sandbox.filesystem?.readFile('ref/kept.txt', { encoding: 'utf-8' })).toBe('source')
    await expect(sandbox.filesystem?.writeFile('ref/new', 'x')).rejects.toMatchObject({ code: 'EACCES' })
    expect(logger.lines.warn).toEqual([expect.stringMatching(/^\/ref is read-only for file tools only/)])
    expect(await sandbox.mount(new LocalFilesystem({ basePath: source }), '/rw')).toMatchObject({
      success: false,
      error: expect.stringContaining('already'),
    })
  })

  it('leaves mounts out of checkpoints', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'one' })
    await sandbox.mount(new LocalFilesystem({ basePath: await sourceDirectory(parent) }), '/m')
    await sandbox.executeCommand('echo x > own')
    await sandbox.snapshot()
    expect(await readdir(path.join(parent, '.checkpoints', 'one'))).toEqual(['own'])
  })
})
