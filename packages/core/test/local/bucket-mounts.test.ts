import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { detectIsolation, LocalSandbox, type IsolationBackend } from '../../src/sandbox/local/index.js'
import { bucketPlace } from '../../src/sandbox/local/mounts/bucket-place.js'
import { fuseObstacle } from '../../src/sandbox/local/mounts/fuse-obstacle.js'
import { BindfsBucket, BindfsMounter, mountPointsBelow, whyNoBindfs } from './support/bindfs-bucket.js'
import { whyNoBubblewrap } from './support/bubblewrap.js'
import { temporaryDirectory } from './support/driver-machine.js'
import { startHost } from './support/host-program.js'
import { localSandbox } from './support/local-sandbox.js'
import { RecordingLogger } from './support/recording-logger.js'
import { untilTrue } from './support/processes.js'

const whyNot = await whyNoBindfs()
const isolations: readonly IsolationBackend[] = whyNoBubblewrap() === undefined ? ['none', 'bwrap'] : ['none']

/** Where the places of this test's buckets are; nothing of it may be left. */
let temporary: string

beforeEach(async () => {
  temporary = await temporaryDirectory()
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => vi.unstubAllEnvs())

async function source(name = 'source'): Promise<string> {
  const directory = path.join(temporary, name)
  await mkdir(directory)
  await writeFile(path.join(directory, 'kept.txt'), name)
  return directory
}

/** Nothing is mounted, and nothing is left of the places. */
function expectNothingLeft(): void {
  expect(mountPointsBelow(temporary)).toEqual([])
  expect(existsSync(path.join(temporary, `caisson-${process.getuid?.()}`))).toBe(false)
}

describe.skipIf(whyNot)(`LocalSandbox: buckets${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  it.each(isolations)('are mounted on the host and shown in the sandbox, isolation %s', async (isolation) => {
    const { sandbox, directory } = await localSandbox({ isolation, env: { SECRET: 'of the sandbox' } })
    const bucket = new BindfsBucket(await source())
    expect(await sandbox.mount(bucket, '/data/in')).toEqual({ success: true, mountPath: '/data/in' })
    expect((await sandbox.executeCommand('cat data/in/kept.txt; echo new > data/in/new.txt')).stdout).toBe('source')
    expect(await bucket.readFile('new.txt', { encoding: 'utf-8' })).toBe('new\n')
    expect(await sandbox.filesystem?.readFile('data/in/new.txt', { encoding: 'utf-8' })).toBe('new\n')
    await sandbox.filesystem?.writeFile('data/in/tool.txt', 'x')
    expect((await sandbox.executeCommand('ls', ['data/in'])).stdout).toBe('kept.txt\nnew.txt\ntool.txt\n')
    const { stdout } = await sandbox.executeCommand('pwd -P', [], { cwd: 'data/in' })
    const [point = ''] = mountPointsBelow(temporary)
    expect(stdout).toBe(`${point}\n`)
    expect((await lstat(path.dirname(point))).mode & 0o777).toBe(0o700)
    expect(bucket.mounter.profiles[0]).toMatchObject({ elevation: 'never', mayInstall: false, visibleTo: 'owner' })
    await sandbox.unmount('/data/in')
    expect(await readdir(path.join(directory, 'data'))).toEqual([])
    expectNothingLeft()
    expect(await readdir(path.join(temporary, 'source'))).toEqual(['kept.txt', 'new.txt', 'tool.txt'])
  })

  it.each(isolations)('come back after stop and start, and are gone after destroy, isolation %s', async (isolation) => {
    const { sandbox, directory } = await localSandbox({ isolation })
    const mounter = new BindfsMounter()
    sandbox.mounts?.add({
      '/a': new BindfsBucket(await source('a'), { mounter }),
      '/b': new BindfsBucket(await source('b'), { mounter }),
    })
    for (let round = 0; round < 2; round += 1) {
      await sandbox.start()
      expect((await sandbox.executeCommand('cat a/kept.txt b/kept.txt')).stdout).toBe('ab')
      await sandbox.stop()
      expectNothingLeft()
      expect(await readdir(directory)).toEqual([])
    }
    await sandbox.start()
    // A command that uses the mount does not keep it.
    await sandbox.processes.spawn('exec 5<a/kept.txt; cd a; exec sleep 300')
    await sandbox.destroy()
    expectNothingLeft()
    // All that was to be mounted came at once, and nobody was told that the host has nothing else.
    expect(mounter.mounted).toHaveLength(6)
    expect(mounter.wanted).toEqual([undefined, undefined, undefined])
  })

  it.each(isolations)('that are read-only stay so for commands and file tools, isolation %s', async (isolation) => {
    const logger = new RecordingLogger()
    const { sandbox } = await localSandbox({ isolation, logger })
    await sandbox.mount(new BindfsBucket(await source(), { readOnly: true }), '/ref')
    expect(await sandbox.executeCommand('cat ref/kept.txt; echo x > ref/new')).toMatchObject({
      stdout: 'source',
      success: false,
    })
    await expect(sandbox.filesystem?.writeFile('ref/new', 'x')).rejects.toMatchObject({ code: 'EACCES' })
    expect(logger.lines.warn).toEqual([])
  })

  it('cannot be changed from inside but for what is in them', async ({ skip }) => {
    skip(!isolations.includes('bwrap'), detectIsolation().message)
    const { sandbox } = await localSandbox({ isolation: 'bwrap' })
    await sandbox.mount(new BindfsBucket(await source()), '/m')
    const [point = ''] = mountPointsBelow(temporary)
    const { stdout } = await sandbox.executeCommand(
      `cd ${path.dirname(point)} && for step in 'touch junk' 'mv files other' 'rm link' 'rmdir files'; do $step 2>/dev/null || echo refused; done`,
    )
    expect(stdout).toBe('refused\n'.repeat(4))
  })

  it('whose program has died do not keep the sandbox from working', async () => {
    for (const isolation of isolations) {
      const { sandbox } = await localSandbox({ isolation })
      const bucket = new BindfsBucket(await source(isolation))
      await sandbox.mount(bucket, '/m')
      const point = mountPointsBelow(temporary).at(-1) ?? ''
      await sandbox.executeCommand('true')
      const { stdout } = await new LocalSandbox({ workingDirectory: temporary }).executeCommand(`pgrep -f ${point}$`)
      for (const pid of stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
      await untilTrue(async () => !(await sandbox.executeCommand('cat m/kept.txt')).success)
      expect((await sandbox.executeCommand('echo works')).stdout).toBe('works\n')
      await sandbox.destroy()
      expectNothingLeft()
    }
  })

  it('cover nothing, and say in terms of the sandbox what is wrong', async () => {
    const { sandbox, directory } = await localSandbox()
    const bucket = new BindfsBucket(await source())
    await sandbox.start()
    await writeFile(path.join(directory, 'file'), 'x')
    await mkdir(path.join(directory, 'full/x'), { recursive: true })
    await mkdir(path.join(directory, 'm'))
    await symlink(temporary, path.join(directory, 'theirs'))
    for (const mountPath of ['/file', '/full', '/theirs']) {
      expect(await sandbox.mount(bucket, mountPath)).toMatchObject({
        success: false,
        error: expect.stringContaining('is not a mount of this sandbox'),
      })
    }
    expect(bucket.mounter.mounted).toEqual([])
    const result = await sandbox.mount(
      new BindfsBucket(path.join(temporary, 'source'), {
        mounter: Object.assign(new BindfsMounter(), {
          mount: async (_host: unknown, requests: { mountPath: string }[]) =>
            requests.map(({ mountPath }) => ({ success: false, mountPath, error: `no bucket at ${mountPath}` })),
        }),
      }),
      '/m',
    )
    expect(result).toEqual({ success: false, mountPath: '/m', error: 'no bucket at /m' })
    expect(await readdir(directory)).toEqual(['file', 'full', 'm', 'theirs'])
    expectNothingLeft()
  })

  it('are not mounted where somebody else made the place, or left it open to others', async () => {
    const { sandbox, directory } = await localSandbox()
    const bucket = new BindfsBucket(await source())
    const place = path.join(temporary, `caisson-${process.getuid?.()}`)
    await mkdir(place, { mode: 0o777 })
    await chmod(place, 0o777)
    const refused = {
      success: false,
      error: expect.stringMatching(/only this user can enter: remove it, or set TMPDIR/),
    }
    expect(await sandbox.mount(bucket, '/m')).toMatchObject(refused)
    // Nothing is unmounted or removed there either.
    const { target } = await bucketPlace(directory, '/m')
    await mkdir(target, { recursive: true })
    await new LocalSandbox({ workingDirectory: directory }).destroy()
    expect(existsSync(target)).toBe(true)
    await rm(place, { recursive: true })
    await symlink(await source('elsewhere'), place)
    expect(await sandbox.mount(bucket, '/m')).toMatchObject(refused)
    await unlink(place)
    expect(bucket.mounter.mounted).toEqual([])
    expect(await sandbox.mount(bucket, '/m')).toMatchObject({ success: true })
  })

  it('are not mounted inside of the working directory, where commands and checkpoints would meet them', async () => {
    const { sandbox, directory } = await localSandbox()
    await sandbox.start()
    vi.stubEnv('TMPDIR', directory)
    expect(await sandbox.mount(new BindfsBucket(await source()), '/m')).toMatchObject({
      success: false,
      error: expect.stringContaining('set TMPDIR to a directory outside of it'),
    })
    expect(await readdir(directory)).toEqual([])
  })

  it('are shared by sandboxes of one directory, until the last one lets go', async () => {
    const { sandbox: first, directory } = await localSandbox()
    const { sandbox: second } = await localSandbox({ workingDirectory: directory })
    const [one, two] = [await source('one'), await source('two')]
    await first.mount(new BindfsBucket(one), '/m')
    expect(await second.mount(new BindfsBucket(one), '/m')).toMatchObject({ success: true })
    const { sandbox: third } = await localSandbox({ workingDirectory: directory })
    expect(await third.mount(new BindfsBucket(two), '/m')).toMatchObject({
      success: false,
      error: expect.stringContaining('has mounted something else at /m'),
    })
    await first.destroy()
    expect((await second.executeCommand('cat m/kept.txt')).stdout).toBe('one')
    await second.destroy()
    expectNothingLeft()
  })

  it.each(isolations)('can lie in each other, in whatever order they were added, isolation %s', async (isolation) => {
    const { sandbox, directory } = await localSandbox({ isolation })
    const [outer, inner] = [await source('outer'), await source('inner')]
    await mkdir(path.join(outer, 'in'))
    const mounter = new BindfsMounter()
    sandbox.mounts?.add({
      '/data/in': new BindfsBucket(inner, { mounter }),
      '/data': new BindfsBucket(outer, { mounter }),
    })
    await sandbox.start()
    expect([...(sandbox.mounts?.entries.values() ?? [])].map(({ state }) => state)).toEqual(['mounted', 'mounted'])
    expect((await sandbox.executeCommand('cat data/kept.txt data/in/kept.txt')).stdout).toBe('outerinner')
    expect(await sandbox.filesystem?.readFile('data/in/kept.txt', { encoding: 'utf-8' })).toBe('inner')
    await sandbox.unmount('/data/in')
    expect((await sandbox.executeCommand('cat data/kept.txt; ls data/in')).stdout).toBe('outer')
    await sandbox.mount(new BindfsBucket(inner, { mounter }), '/data/in')
    await sandbox.processes.spawn('exec sleep 300')
    await sandbox.stop()
    expectNothingLeft()
    expect(await readdir(directory)).toEqual([])
  })

  it.each(isolations)(
    'that are in use are taken away all the same, and the log says so, isolation %s',
    async (isolation) => {
      const logger = new RecordingLogger()
      const { sandbox, directory } = await localSandbox({ isolation, logger })
      await sandbox.start()
      await mkdir(path.join(directory, 'data'))
      await chmod(path.join(directory, 'data'), 0o750)
      await sandbox.mount(new BindfsBucket(await source()), '/data')
      const user = await sandbox.processes.spawn('cd data && echo inside && exec sleep 300')
      for await (const _ of user.output?.() ?? []) break
      await sandbox.unmount('/data')
      expectNothingLeft()
      // A mounter tells what it finds in use itself; what isolated commands see it cannot know.
      expect(logger.lines.warn.map((line) => line.slice(0, 16))).toEqual(
        isolation === 'none' ? [] : ['/data was in use'],
      )
      expect((await lstat(path.join(directory, 'data'))).mode & 0o777).toBe(0o750)
    },
  )

  it('are left out of checkpoints', async () => {
    const { sandbox, parent } = await localSandbox({ checkpointName: 'one' })
    await sandbox.mount(new BindfsBucket(await source()), '/m')
    await sandbox.executeCommand('echo x > own')
    await sandbox.snapshot()
    expect(await readdir(path.join(parent, '.checkpoints', 'one'))).toEqual(['own'])
  })
})

describe.skipIf(whyNot)('buckets of a host process that ends', () => {
  const support = new URL('support/bindfs-bucket.ts', import.meta.url).href

  /** A host that has mounted two buckets and says so. */
  async function host(directory: string, end: string) {
    const [a, b] = [await source('a'), await source('b')]
    return startHost(
      `
      const { BindfsBucket } = await import(${JSON.stringify(support)})
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      sandbox.mounts.add({ '/a': new BindfsBucket(${JSON.stringify(a)}), '/b': new BindfsBucket(${JSON.stringify(b)}) })
      await sandbox.start()
      await sandbox.processes.spawn('cd a && exec sleep 300')
      setInterval(() => undefined, 1000)
      await new Promise((resolve) => setTimeout(resolve, 100))
      ${end}
      console.log('ready')
    `,
      { TMPDIR: temporary },
    )
  }

  it.each(['process.exit(0)', 'process.kill(process.pid, "SIGTERM")', 'process.kill(process.pid, "SIGKILL")'])(
    'by %s are unmounted',
    { timeout: 30_000 },
    async (end) => {
      const directory = path.join(temporary, 'work')
      const program = await host(directory, end)
      await program.exited
      expect(program.stderr()).toBe('')
      await untilTrue(() => mountPointsBelow(temporary).length === 0)
      await untilTrue(async () => (await readdir(directory)).length === 0)
      await untilTrue(() => !existsSync(path.join(temporary, `caisson-${process.getuid?.()}`)))
    },
  )

  it('together with what looks after it are taken over, or removed, by the next one', { timeout: 30_000 }, async () => {
    const directory = path.join(temporary, 'work')
    const program = await host(directory, '')
    await untilTrue(() => program.stdout().includes('ready') || program.stderr() !== '', 15_000)
    const watchdogs = await readFile(`/proc/${program.child.pid}/task/${program.child.pid}/children`, 'utf8')
    for (const pid of watchdogs.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
    program.child.kill('SIGKILL')
    await program.exited
    expect(mountPointsBelow(temporary)).toHaveLength(2)
    const sandbox = new LocalSandbox({ workingDirectory: directory })
    onTestFinished(() => sandbox.destroy())
    const bucket = new BindfsBucket(path.join(temporary, 'a'))
    sandbox.mounts?.add({ '/a': bucket })
    await sandbox.start()
    expect(mountPointsBelow(temporary)).toHaveLength(1)
    expect(bucket.mounter.unmounted).toHaveLength(1)
    expect(await readlink(path.join(directory, 'a'))).toBe(`${mountPointsBelow(temporary)[0]}/.`)
    expect((await sandbox.executeCommand('ls; cat a/kept.txt')).stdout).toBe('a\na')
    await sandbox.destroy()
    expectNothingLeft()
  })

  it('together with what looks after it are removed by destroy alone', { timeout: 30_000 }, async () => {
    const directory = path.join(temporary, 'work')
    const program = await host(directory, '')
    await untilTrue(() => program.stdout().includes('ready') || program.stderr() !== '', 15_000)
    const watchdogs = await readFile(`/proc/${program.child.pid}/task/${program.child.pid}/children`, 'utf8')
    for (const pid of watchdogs.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
    program.child.kill('SIGKILL')
    await program.exited
    await new LocalSandbox({ workingDirectory: directory }).destroy()
    expectNothingLeft()
    expect(await readdir(directory)).toEqual([])
    expect(await readdir(path.join(temporary, 'a'))).toEqual(['kept.txt'])
  })
})

describe('where nothing can be mounted by FUSE', () => {
  it.runIf(process.platform === 'linux')('the reason is told together with what to do', async () => {
    const plain = path.join(await temporaryDirectory(), 'fuse')
    await writeFile(plain, '')
    for (const device of ['/nowhere/fuse', plain]) {
      expect(await fuseObstacle(device)).toEqual({
        unsupported: true,
        error: expect.stringMatching(/no \/dev\/fuse; load the kernel module fuse.*, or read and write the bucket/),
      })
    }
    expect(await fuseObstacle('/proc')).toMatchObject({ unsupported: true, error: expect.stringContaining('EISDIR') })
  })
})
