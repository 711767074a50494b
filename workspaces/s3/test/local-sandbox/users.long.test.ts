import { spawnSync } from 'node:child_process'
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isIsolationAvailable } from '@caisson/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useEmulator } from '../support/use-emulator.js'
import { asNobody, whyNobodyCannotRun } from './support/as-nobody.js'
import { startHost } from './support/start-host.js'
import { whyNoMounts } from './support/why-no-mounts.js'

/** A device of its own that everybody may use, in a view of mounts of its own; then the rest, by a user without any rights. */
const asUserWithFuse = [
  'set -e',
  'mount -t tmpfs -o dev device "$1"',
  'mknod "$1/fuse" c 10 229',
  'chmod 666 "$1/fuse"',
  'mount --bind "$1/fuse" /dev/fuse',
  'umount -l "$1"',
  'shift',
  `exec setpriv ${asNobody.join(' ')} "$@"`,
].join('\n')

function whyNot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can change to another user'
  const needed = ['unshare', 'setpriv', 'fusermount3'].find((program) => spawnSync(program, ['--version']).error)
  return needed === undefined ? (whyNobodyCannotRun() ?? whyNoMounts()) : `${needed} is not on PATH`
}

const reason = whyNot()

describe.skipIf(reason)(
  `S3Filesystem in LocalSandbox of a user without rights${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    const s3 = useEmulator()

    it.each(isIsolationAvailable('bwrap') ? ['none', 'bwrap'] : ['none'])(
      'is mounted where the user may use /dev/fuse, isolation %s',
      { timeout: 120_000 },
      async (isolation) => {
        const home = await realpath(await mkdtemp(path.join(tmpdir(), 'caisson-user-')))
        const device = await mkdtemp(path.join(tmpdir(), 'caisson-device-'))
        await chown(home, 65_534, 65_534)
        const host = startHost(
          `
        const sandbox = new LocalSandbox({ workingDirectory: ${JSON.stringify(path.join(home, 'work'))}, isolation: '${isolation}' })
        const filesystem = new S3Filesystem(${JSON.stringify(s3.connection)})
        const { success, error } = await sandbox.mount(filesystem, '/data')
        console.log(success, error)
        console.log((await sandbox.executeCommand('id -u; echo written > data/a.txt; ls data')).stdout)
        await sandbox.processes.spawn('cd data && exec sleep 300')
        await sandbox.stop()
        await sandbox.start()
        console.log((await sandbox.executeCommand('cat data/a.txt')).stdout)
        await sandbox.destroy()
        const { readFileSync } = await import('node:fs')
        console.log(readFileSync('/proc/self/mounts', 'utf8').includes(${JSON.stringify(home)}))`,
          {
            env: { TMPDIR: home, HOME: home },
            through: ['unshare', '-m', '--propagation', 'private', 'sh', '-c', asUserWithFuse, 'sh', device],
          },
        )
        onTestFinished(async () => {
          for (const directory of [home, device]) await rm(directory, { recursive: true, force: true })
        })
        await host.exited
        expect(host.output()).toBe('true undefined\n65534\na.txt\n\nwritten\n\nfalse\n')
        expect(await s3.make().readFile('a.txt', { encoding: 'utf8' })).toBe('written\n')
      },
    )
  },
)
