import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installToolsCommand, type MountTool } from '../../src/mounts.js'
import { MountMachine, whyNoMounts, type CommandResult } from './support/mount-machine.js'
import { standInApt } from './support/stand-in-apt.js'
import { standIn } from './support/stand-in.js'

const reason = await whyNoMounts(['/usr/bin/sudo'])

it('[M07] is one line, and the same for tools in any order [BR-095]', () => {
  const { text } = installToolsCommand(['s3fs', 'gcsfuse', 'blobfuse2'])
  expect(text).not.toContain('\n')
  expect(installToolsCommand(['blobfuse2', 's3fs', 'gcsfuse', 's3fs']).text).toBe(text)
  expect(installToolsCommand(['s3fs']).text).not.toBe(text)
})

it('[M07] refuses tools that nobody knows', () => {
  const make = (): unknown => installToolsCommand(['s3fs', 'toString' as MountTool])
  expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', details: expect.any(Object) }))
})

describe.skipIf(reason !== undefined)(
  `[M07] Tools in an image${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine

    beforeAll(async () => {
      machine = await MountMachine.start()
      await standIn(
        machine,
        'curl',
        'for word; do [ "$last" != -o ] || echo "-----BEGIN PGP" > "$word"; last=$word; done',
      )
    }, 30_000)

    afterAll(() => machine.close())

    beforeEach(async () => {
      // What this computer has itself is none of the image's.
      await machine.output('rm -f /usr/bin/s3fs /usr/bin/fusermount /usr/bin/fusermount3 /etc/fuse.conf /tmp/apt.log')
      await machine.output('rm -f /usr/local/sbin/s3fs /usr/local/sbin/gcsfuse /usr/local/sbin/blobfuse2')
      await machine.output('rm -f /usr/local/sbin/fusermount /etc/apt/sources.list.d/* /etc/apt/keyrings/*')
    })

    const install = async (tools: readonly MountTool[], asUser: boolean): Promise<CommandResult> =>
      machine.run(installToolsCommand(tools).text, { asUser })
    const asked = async (): Promise<readonly string[]> =>
      (await machine.output('sed -n "s/.* install //p" /tmp/apt.log')).split('\n')

    it.each([
      ['root', false],
      ['the user', true],
    ])('are installed by %s, and FUSE after them', async (_, asUser) => {
      await standInApt(machine, ['s3fs', 'gcsfuse', 'fuse'])
      expect(await install(['gcsfuse', 's3fs'], asUser)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
      expect(await asked()).toEqual(['s3fs ca-certificates', 'gcsfuse ca-certificates', 'fuse'])
      const umask = await machine.output('stat -c %a /etc/apt/keyrings/caisson-gcsfuse.asc')
      expect(umask).toBe('644')
      expect(await machine.output('ls -A /tmp | grep ^tmp || :')).toBe('')
    })

    it('are left as they are where they are there', async () => {
      await standInApt(machine, ['s3fs', 'fuse'])
      await install(['s3fs'], false)
      await machine.output('rm /tmp/apt.log')
      expect(await install(['s3fs'], false)).toMatchObject({ exitCode: 0 })
      expect(await machine.output('cat /tmp/apt.log')).toBe('clean')
    })

    it('may need another version of FUSE', async () => {
      await standInApt(machine, ['s3fs', 'fuse3'])
      expect(await install(['s3fs'], false)).toMatchObject({ exitCode: 0 })
      expect(await asked()).toEqual(['s3fs ca-certificates', 'fuse', 'fuse3'])
    })

    it('that cannot be had fail the command, which says which, why and what apt said; others are there', async () => {
      await standInApt(machine, ['s3fs'])
      const { exitCode, stderr } = await install(['s3fs', 'gcsfuse'], false)
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/^caisson: gcsfuse is missing: the package could not be installed\nE: Unable to locate/)
      expect(stderr).toMatch(/\ncaisson: fuse is missing: .*\nE: Unable to locate package fuse\n.*package fuse3\n$/)
      expect(stderr).not.toContain('s3fs is missing')
    })

    it('are refused to a user whose sudo asks', async () => {
      await standIn(machine, 'sudo', 'exit 1')
      const { exitCode, stderr } = await install(['s3fs'], true)
      await machine.output('rm /usr/local/sbin/sudo')
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: 'caisson: this needs root, or a sudo that asks for no password\n',
      })
    })
  },
)
