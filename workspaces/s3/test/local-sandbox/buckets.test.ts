import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { isIsolationAvailable, LocalSandbox, Workspace } from '@caisson/core'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'
import { asNobody, whyNobodyCannotRun } from './support/as-nobody.js'
import { startHost } from './support/start-host.js'
import { mountPointsBelow, whyNoMounts } from './support/why-no-mounts.js'

const whyNot = whyNoMounts()
const isRoot = process.getuid?.() === 0
const isolation = isIsolationAvailable('bwrap') ? 'bwrap' : 'none'

/** Arguments of `setpriv`: a user without any rights. */

/** For temporary files of each test, the places of its buckets among them. */
let temporary: string
let directory: string

beforeEach(async () => {
  temporary = await realpath(await mkdtemp(path.join(tmpdir(), 'caisson-s3-local-')))
  directory = path.join(temporary, 'work')
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const point of mountPointsBelow(temporary)) spawnSync('umount', ['-l', point])
  await rm(temporary, { recursive: true, force: true })
})

function sandboxHere(options: ConstructorParameters<typeof LocalSandbox>[0] = {}): LocalSandbox {
  const sandbox = new LocalSandbox({ workingDirectory: directory, isolation, ...options })
  onTestFinished(() => sandbox.destroy())
  return sandbox
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe.skipIf(whyNot)(`S3Filesystem in LocalSandbox${whyNot ? ` (skipped: ${whyNot})` : ''}`, () => {
  const s3 = useEmulator()

  it('is seen at the same path by the workspace and, without a network, by isolated commands [C03]', async () => {
    const workspace = new Workspace({ mounts: { '/data': s3.make() }, sandbox: sandboxHere() })
    onTestFinished(() => workspace.destroy())
    await workspace.filesystem.writeFile('/data/in/ä.txt', 'from the host')
    await workspace.init()
    expect((await workspace.executeCommand('cat data/in/ä.txt')).stdout).toBe('from the host')
    await workspace.executeCommand(
      'mkdir data/out && head -c 3000000 /dev/zero > data/out/big && cp data/out/big data/out/copy',
    )
    expect(await s3.make().stat('out/copy')).toMatchObject({ size: 3_000_000 })
    expect((await workspace.sandbox.filesystem?.readdir('data/out'))?.map(({ name }) => name)).toEqual(['big', 'copy'])
    await workspace.destroy()
    expect(await readdir(directory)).toEqual([])
    expect((await readdir(temporary)).filter((name) => name !== 'work')).toEqual([])
    expect(await s3.make().exists('out/copy')).toBe(true)
  })

  it('shows no secret in a command line, in the environment of commands, or in a file that is left [P8] [M10]', async () => {
    const secret = String(s3.connection.secretAccessKey)
    const seen = new Set<string>()
    const look = (): void => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        if (Number(pid) === process.pid) continue
        const text = unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
        if (text.includes(temporary)) seen.add(text)
      }
    }
    const watch = setInterval(look, 50)
    onTestFinished(() => clearInterval(watch))
    const sandbox = sandboxHere()
    await sandbox.mount(s3.make(), '/data')
    look()
    expect([...seen].some((text) => text.startsWith('s3fs'))).toBe(true)
    expect([...seen].filter((text) => text.includes(secret))).toEqual([])
    expect((await sandbox.executeCommand('env; cat /proc/self/mountinfo')).stdout).not.toContain(secret)
    // Not waited for in this process, which answers for the bucket.
    const search = `grep -rlsF -e '${secret}' /run /dev/shm '${temporary}'; true`
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', search])
    expect(stdout).toBe('')
    await sandbox.destroy()
  })

  it('says what is wrong in terms of the sandbox, which works all the same [M11]', async () => {
    const sandbox = sandboxHere()
    sandbox.mounts?.add({ '/data': s3.make({ bucket: 'missing' }), '/other': s3.make({ secretAccessKey: 'wrong' }) })
    expect((await sandbox.executeCommand('echo works; ls')).stdout).toBe('works\n')
    for (const mountPath of ['/data', '/other']) {
      const { state, error = '' } = sandbox.mounts?.get(mountPath) ?? {}
      expect(state).toBe('error')
      expect(error).toContain(mountPath)
      expect(error).not.toContain(temporary)
    }
  })

  it(
    'is taken over by a new host process when the one before and all that looked after it were killed',
    { timeout: 60_000 },
    async () => {
      await s3.make().writeFile('a.txt', 'kept')
      const host = startHost(
        `
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)}, isolation: '${isolation}' })
      const open = () => new S3Filesystem(${JSON.stringify(s3.connection)})
      sandbox.mounts.add({ '/data': open(), '/stale': open() })
      await sandbox.start()
      console.log((await sandbox.executeCommand('cat data/a.txt stale/a.txt')).stdout, 'ready')
      setInterval(() => undefined, 1000)`,
        { env: { TMPDIR: temporary } },
      )
      await until(() => /ready|rror/.test(host.output()))
      expect(host.output()).toContain('keptkept ready')
      const children = readFileSync(`/proc/${host.child.pid}/task/${host.child.pid}/children`, 'utf8')
      for (const pid of children.trim().split(' ')) process.kill(Number(pid), 'SIGKILL')
      host.child.kill('SIGKILL')
      await host.exited
      expect(mountPointsBelow(temporary)).toHaveLength(2)
      const sandbox = sandboxHere()
      sandbox.mounts?.add({ '/data': s3.make() })
      await sandbox.start()
      expect((await sandbox.executeCommand('ls; cat data/a.txt')).stdout).toBe('data\nkept')
      expect(mountPointsBelow(temporary).map((point) => `${point}/.`)).toEqual([
        await readlink(path.join(directory, 'data')),
      ])
      await sandbox.destroy()
      expect(mountPointsBelow(temporary)).toEqual([])
    },
  )

  it('is unmounted when the host process is killed', { timeout: 60_000 }, async () => {
    const host = startHost(
      `
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(directory)} })
      const filesystem = new S3Filesystem(${JSON.stringify(s3.connection)})
      console.log(JSON.stringify(await sandbox.mount(filesystem, '/data')), 'ready')
      await sandbox.processes.spawn('cd data && echo written > last.txt && exec sleep 300')
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200)`,
      { env: { TMPDIR: temporary } },
    )
    expect(await host.exited).toEqual([null, 'SIGKILL'])
    expect(host.output()).toBe('{"success":true,"mountPath":"/data"} ready\n')
    await until(() => mountPointsBelow(temporary).length === 0)
    await until(() => !existsSync(path.join(directory, 'data')))
    expect(await s3.make().readFile('last.txt', { encoding: 'utf8' })).toBe('written\n')
  })

  it.skipIf(!isRoot)(
    'is unsupported for a user who may not use /dev/fuse, with the reason',
    { timeout: 60_000 },
    async ({ skip }) => {
      const obstacle = whyNobodyCannotRun()
      skip(obstacle !== undefined, obstacle)
      const canOpen = spawnSync('setpriv', [...asNobody, 'sh', '-c', ': <>/dev/fuse']).status === 0
      skip(canOpen, 'every user may use /dev/fuse here')
      const home = path.join(temporary, 'home')
      await mkdir(home)
      await chown(temporary, 65_534, 65_534)
      await chown(home, 65_534, 65_534)
      const host = startHost(
        `
      const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(path.join(home, 'work'))} })
      sandbox.mounts.add({ '/data': new S3Filesystem(${JSON.stringify(s3.connection)}) })
      await sandbox.start()
      const { state, error } = sandbox.mounts.get('/data')
      console.log(state, error, (await sandbox.executeCommand('echo works')).stdout)
      await sandbox.destroy()`,
        {
          env: { TMPDIR: temporary, HOME: home },
          through: ['setpriv', ...asNobody],
        },
      )
      await host.exited
      expect(host.output()).toMatch(/^unsupported Cannot mount: this user may not open \/dev\/fuse; .* works\n/)
    },
  )
})

/** Processes come and go while they are looked at. */
function unlessGone(read: () => string): string {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return ''
    throw error
  }
}
