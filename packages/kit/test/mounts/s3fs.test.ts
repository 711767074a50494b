import { startS3Emulator, type S3Emulator } from '@caisson/emulators'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request, resolving } from './support/requests.js'

const reason = await whyNoMounts(['/usr/bin/s3fs', '/usr/bin/sudo'])

const keys = { accessKeyId: 'AKIATESTOWNER0000000', secretAccessKey: 'owner/secret+0123456789' }
const temporary = {
  accessKeyId: 'ASIATESTGUEST0000000',
  secretAccessKey: 'guest/secret+0123456789',
  sessionToken: 'guest//token+0123456789==',
}

describe.skipIf(reason !== undefined)(
  `Mounting with the real s3fs${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine
    let store: S3Emulator
    const mounter = createFuseMounter(profile)

    beforeAll(async () => {
      store = await startS3Emulator({ buckets: [{ name: 'data', publicRead: true }], accounts: [keys, temporary] })
      machine = await MountMachine.start()
    }, 30_000)

    afterAll(async () => {
      await machine.close()
      await store.close()
    })

    beforeEach(async () => {
      const marked = await machine.output(
        'cat /run/caisson-mounts/markers/* 2>/dev/null | grep "|" | cut -d"|" -f1 || :',
      )
      await mounter.unmount(machine.mountHost(), marked.split('\n').filter(Boolean), never)
      await store.reset()
      machine.sent.length = 0
      machine.logged.length = 0
    })

    const config = (more: object = {}) => ({
      type: 's3',
      bucket: 'data',
      region: 'us-east-1',
      endpoint: store.url,
      ...keys,
      ...more,
    })
    const mount = (...requests: Parameters<typeof request>[]) =>
      mounter.mount(
        machine.mountHost(),
        requests.map((given) => request(...given)),
        never,
      )
    const objectText = async (key: string) => (await fetch(`${store.url}/data/${key}`)).text()

    it.each(['stdin', 'environment'] as const)(
      '[M01] gives the files to the user, with secrets by %s',
      async (secretsBy) => {
        const own = createFuseMounter({ ...profile, secretsBy })
        expect(await own.mount(machine.mountHost(), [request('/data/in', config())], never)).toEqual([
          { success: true, mountPath: '/data/in' },
        ])
        await machine.output('echo "from the machine" > /data/in/file && mkdir /data/in/sub', { asUser: true })
        expect(await objectText('file')).toBe('from the machine\n')
        expect(await machine.output('stat -c %u:%g /data/in/file')).toBe('1000:1000')
        expect(machine.sent).toHaveLength(1)
      },
    )

    it('[M11] does not take a mount whose token has ended for one that works', async () => {
      expect(await mount(['/data/ended', config(temporary)])).toMatchObject([{ success: true }])
      store.faults.expireToken(temporary.accessKeyId)
      // With a token that has ended the tool shows any name as an empty file.
      expect(await machine.output('stat -c %s /data/ended/never-written || :')).toBe('0')
      const [result] = await mount(['/data/ended', config(temporary)])
      expect(result).toMatchObject({ success: false, error: expect.not.stringContaining(temporary.sessionToken) })
      expect(await machine.output('grep -c " /data/ended " /proc/self/mountinfo || :')).toBe('0')
    })

    it('[M10] BR-124 leaves no secret in texts, arguments, environments and files', async () => {
      await mount(['/data/in', config()], ['/data/token', config(temporary)])
      expect(machine.sent.join('')).not.toMatch(/secret\+|token\+/)
      const processes = await machine.output('cat /proc/[0-9]*/cmdline | tr "\\0" " "')
      expect(processes).not.toMatch(/secret\+|token\+/)
      // A session token fits into no file of s3fs: root's daemon has it in its environment, which only root can read.
      const readable = await machine.output('cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" || :', {
        asUser: true,
      })
      expect(readable).not.toMatch(/secret\+|token\+/)
      expect(await machine.output('find /run/caisson-mounts/private /dev/shm -mindepth 1')).toBe('')
      expect(await machine.run('cat /run/caisson-mounts/markers/*', { asUser: true })).toMatchObject({ exitCode: 1 })
    })

    it('BR-103 mounts with a session token', async () => {
      expect(await mount(['/data/token', config(temporary)])).toEqual([{ success: true, mountPath: '/data/token' }])
      await machine.output('echo temporary > /data/token/file', { asUser: true })
      expect(await objectText('file')).toBe('temporary\n')
    })

    it.each(['a/b', '/a/b/', 'a//b'])('[M12] BR-100 mounts only what is below the prefix %s', async (prefix) => {
      await mount(['/data/all', config()], ['/data/part', config({ prefix })])
      await machine.output('echo deep > /data/part/file', { asUser: true })
      expect(await objectText('a/b/file')).toBe('deep\n')
      expect(await machine.output('cat /data/all/a/b/file')).toBe('deep')
    })

    it('[M12] mounts read-only', async () => {
      await mount(['/data/in', config({ readOnly: true })])
      const { exitCode, stderr } = await machine.run('echo no > /data/in/file')
      expect(exitCode).not.toBe(0)
      expect(stderr).toContain('Read-only file system')
    })

    it.each([
      ['a wrong secret', { secretAccessKey: 'wrong/secret+0123456789' }, /invalid credentials/i],
      ['a wrong region', { region: 'eu-west-3' }, /region is not 'eu-west-3', it is correctly 'us-east-1'/],
      ['a missing bucket', { bucket: 'other-bucket' }, /not found/],
      ['a session token that nobody gave', { ...temporary, sessionToken: 'made-up-token' }, /credentials|Bad Request/i],
    ])('[M11] BR-108 tells the cause of %s, which s3fs reports as success', async (_, change, cause) => {
      const [result] = await mount(['/data/new/in', config(change)])
      expect(result).toMatchObject({ success: false, mountPath: '/data/new/in' })
      expect(result?.error).toMatch(cause)
      expect(result?.error).not.toMatch(/secret\+/)
      expect(await machine.output('find /run/caisson-mounts/private /run/caisson-mounts/markers -mindepth 1')).toBe('')
      expect(await machine.run('ls -d /data/new')).toMatchObject({ exitCode: 2 })
      expect(await machine.output('grep -c /data/new /proc/self/mountinfo || :')).toBe('0')
    })

    it('does three mounts, one of them inside another and one that fails, by one script', async () => {
      const results = await mount(
        ['/data/in', config()],
        ['/data/in/nested', config({ prefix: 'far' })],
        ['/data/bad', config({ bucket: 'other-bucket' })],
      )
      expect(results.map(({ success }) => success)).toEqual([true, true, false])
      expect(machine.sent).toHaveLength(1)
      await machine.output('echo nested > /data/in/nested/file', { asUser: true })
      expect(await objectText('far/file')).toBe('nested\n')
      const unmounted = await mounter.unmount(machine.mountHost(), ['/data/in', '/data/in/nested'], never)
      expect(unmounted).toEqual([
        { success: true, mountPath: '/data/in' },
        { success: true, mountPath: '/data/in/nested' },
      ])
      expect(await machine.output('ls -A /run/caisson-mounts/markers')).toBe('')
      expect(await machine.run('ls -d /data')).toMatchObject({ exitCode: 2 })
    })

    it('fails a mount inside one that failed', async () => {
      const results = await mount(['/data/in', config({ bucket: 'other-bucket' })], ['/data/in/nested', config()])
      expect(results[1]).toMatchObject({ success: false })
      expect(results[1]?.error).toContain('the mount above it failed')
    })

    it('[M12] keeps a mount that is the same, and replaces one that has changed', async () => {
      await mount(['/data/in', config()])
      const number = await machine.output('grep /data/in /proc/self/mountinfo')
      expect(await mount(['/data/in', config()])).toEqual([{ success: true, mountPath: '/data/in' }])
      expect(await machine.output('grep /data/in /proc/self/mountinfo')).toBe(number)
      expect(await mount(['/data/in', config({ prefix: 'p' }), { hash: 'hash-2' }])).toMatchObject([{ success: true }])
      await machine.output('echo x > /data/in/file', { asUser: true })
      expect(await objectText('p/file')).toBe('x\n')
      expect(await machine.output('grep -c /data/in /proc/self/mountinfo')).toBe('1')
    })

    it('BR-102 mounts again where the daemon has died', async () => {
      await mount(['/data/in', config()])
      await machine.output('kill -9 $(pgrep -x s3fs)')
      expect(await machine.run('ls /data/in')).toMatchObject({ exitCode: 2 })
      expect(await mount(['/data/in', config()])).toEqual([{ success: true, mountPath: '/data/in' }])
      await machine.output('echo back > /data/in/file', { asUser: true })
      expect(await machine.output('grep -c /data/in /proc/self/mountinfo')).toBe('1')
    })

    it('unmounts lazily what is in use, and says so', async () => {
      await mount(['/data/in', config()])
      await machine.output('cd /data/in && (sleep 30 >/dev/null 2>&1 </dev/null & echo $! > /tmp/sleeper)')
      expect(await mounter.unmount(machine.mountHost(), ['/data/in'], never)).toEqual([
        { success: true, mountPath: '/data/in', busy: true },
      ])
      expect(await machine.output('grep -c /data/in /proc/self/mountinfo || :')).toBe('0')
      await machine.output('kill $(cat /tmp/sleeper)')
    })

    it('renews credentials of an idle mount, and leaves one that is in use', async () => {
      const asked = request('/data/in', config(), { refresh: true })
      const renewing = resolving(asked, async () => ({
        config: { ...config(), type: 's3' },
        expiresAtMs: 4_000_000_000_000,
      }))
      await mounter.mount(machine.mountHost(), [{ ...renewing, refresh: false }], never)
      await machine.output('cd /data/in && (sleep 30 >/dev/null 2>&1 </dev/null & echo $! > /tmp/sleeper)')
      expect(await mounter.mount(machine.mountHost(), [renewing], never)).toMatchObject([
        { success: false, busy: true },
      ])
      const daemon = await machine.output('pgrep -x s3fs')
      await machine.output('kill $(cat /tmp/sleeper); sleep 0.1')
      expect(await mounter.mount(machine.mountHost(), [renewing], never)).toEqual([
        { success: true, mountPath: '/data/in', expiresAtMs: 4_000_000_000_000 },
      ])
      expect(await machine.output('pgrep -x s3fs')).not.toBe(daemon)
    })

    it('makes a failed question for credentials the failure of its mount only', async () => {
      const failing = resolving(request('/data/one', config()), async () => {
        throw new TypeError('no credentials today')
      })
      const results = await mounter.mount(machine.mountHost(), [failing, request('/data/two', config())], never)
      expect(results).toEqual([
        { success: false, mountPath: '/data/one', error: 'no credentials today' },
        { success: true, mountPath: '/data/two' },
      ])
    })

    it('[M12] removes after attaching what nobody wants, and nothing of others', async () => {
      await mount(['/data/old', config()], ['/data/same', config()])
      await machine.output('mkdir -p /data/other /tmp/source && bindfs /tmp/source /data/other')
      const host = machine.mountHost({ wanted: ['/data/same', '/data/new'] })
      const results = await mounter.mount(
        host,
        [request('/data/same', config()), request('/data/new', config())],
        never,
      )
      expect(results.map(({ success }) => success)).toEqual([true, true])
      expect(await machine.output('grep -o "/data/[a-z]*" /proc/self/mountinfo | sort')).toBe(
        '/data/new\n/data/other\n/data/same',
      )
      expect(await machine.run('ls -d /data/old')).toMatchObject({ exitCode: 2 })
      const [foreign] = await mount(['/data/other', config()])
      expect(foreign?.error).toContain('something else is mounted there')
      await mounter.unmount(machine.mountHost(), ['/data/other'], never)
      expect(await machine.output('grep -c /data/other /proc/self/mountinfo')).toBe('1')
      await machine.output('umount /data/other && rmdir /data/other')
    })
  },
)
