import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installToolsCommand } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'

const reason = await whyNoMounts(['/usr/bin/apt-get', '/usr/bin/dpkg'])

describe.skipIf(reason !== undefined)(
  `[M07] s3fs from the real distribution${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine

    beforeAll(async () => {
      machine = await MountMachine.start()
    }, 30_000)

    afterAll(() => machine.close())

    it('is installed with FUSE, and mounting finds it', async ({ skip }) => {
      const purge = 'DEBIAN_FRONTEND=noninteractive apt-get -y purge s3fs bindfs rclone fuse fuse3'
      await machine.output(`${purge} >/dev/null 2>&1 || :; rm -f /etc/fuse.conf`)
      expect(await machine.run('command -v s3fs fusermount')).toMatchObject({ stdout: '' })
      const reached = await machine.run('apt-get -o APT::Update::Error-Mode=any -o Acquire::Retries=0 update 2>&1', {
        timeoutMs: 60_000,
      })
      skip(reached.exitCode !== 0, 'the mirrors of the distribution cannot be reached')
      const { text } = installToolsCommand(['s3fs'])
      expect(await machine.run(text, { timeoutMs: 300_000 })).toMatchObject({ exitCode: 0, stderr: '' })
      expect(await machine.output('s3fs --version | head -n 1; ls /etc/fuse.conf; command -v fusermount')).toMatch(
        /^Amazon Simple Storage Service File System .*\n\/etc\/fuse\.conf\n\/.*fusermount$/,
      )
    }, 400_000)
  },
)
