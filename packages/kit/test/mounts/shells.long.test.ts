import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { startS3Emulator, type S3Emulator } from '@caisson/emulators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request } from './support/requests.js'

const reason = await whyNoMounts(['/usr/bin/s3fs', '/usr/bin/sudo'])
const busybox = [process.env.CAISSON_TEST_BUSYBOX, '/usr/bin/busybox', '/bin/busybox'].find(
  (file) => file !== undefined && existsSync(file),
)

const keys = { accessKeyId: 'AKIATESTOWNER0000000', secretAccessKey: 'owner/secret+0123456789' }

/** How `sh` becomes another shell in a machine, for the vendor and for the script. */
const shells = {
  dash: {
    missing: existsSync('/bin/dash') ? undefined : 'no dash here',
    prepare: 'ln -sf /bin/dash /usr/local/sbin/sh',
  },
  bash: {
    missing: existsSync('/bin/bash') ? undefined : 'no bash here',
    prepare: 'ln -sf /bin/bash /usr/local/sbin/sh',
  },
  busybox: {
    missing: busybox === undefined ? 'no busybox here' : undefined,
    // All its programs come before those of the system.
    prepare:
      'base64 -d > /usr/local/bin/busybox && chmod 755 /usr/local/bin/busybox && /usr/local/bin/busybox --install -s /usr/local/sbin && rm -f /usr/local/sbin/su*',
  },
} as const

for (const [name, { missing, prepare }] of Object.entries(shells)) {
  const why = reason ?? missing
  describe.skipIf(why !== undefined)(`The scripts in ${name}${why === undefined ? '' : ` (skipped: ${why})`}`, () => {
    let machine: MountMachine
    let store: S3Emulator

    beforeAll(async () => {
      store = await startS3Emulator({ buckets: [{ name: 'data', publicRead: true }], accounts: [keys] })
      machine = await MountMachine.start()
      machine.shell = '/usr/local/sbin/sh'
      const stdin =
        name === 'busybox' && busybox !== undefined ? (await readFile(busybox)).toString('base64') : undefined
      await machine.output(prepare, { stdin })
    }, 30_000)

    afterAll(async () => {
      await machine.close()
      await store.close()
    })

    it('mount, keep, fail, unmount and leave nothing', async () => {
      const mounter = createFuseMounter(profile)
      const config = { type: 's3', bucket: 'data', region: 'us-east-1', endpoint: store.url, ...keys }
      const requests = [
        request('/data/in', config),
        request('/data/in/nested', { ...config, prefix: 'far' }),
        request('/data/bad', { ...config, bucket: 'other-bucket' }),
      ]
      for (let round = 0; round < 2; round += 1) {
        const results = await mounter.mount(machine.mountHost(), requests, never)
        expect(results.map(({ success }) => success)).toEqual([true, true, false])
        expect(results[2]?.error).toMatch(/not found/)
      }
      await machine.output('echo "by a shell" > /data/in/nested/file', { asUser: true })
      expect(await (await fetch(`${store.url}/data/far/file`)).text()).toBe('by a shell\n')
      const host = machine.mountHost({ wanted: ['/data/in'] })
      expect(await mounter.mount(host, requests.slice(0, 1), never)).toMatchObject([{ success: true }])
      expect(await machine.output('grep -c nested /proc/self/mountinfo || :')).toBe('0')
      expect(await mounter.unmount(machine.mountHost(), ['/data/in'], never)).toMatchObject([{ success: true }])
      expect(await machine.output('find /run/caisson-mounts/ /dev/shm -mindepth 1 | sort')).toBe(
        '/run/caisson-mounts/lock\n/run/caisson-mounts/made\n/run/caisson-mounts/markers\n/run/caisson-mounts/private',
      )
      expect(await machine.run('ls -d /data')).not.toMatchObject({ exitCode: 0 })
    })
  })
}
