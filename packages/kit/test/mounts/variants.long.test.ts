import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request } from './support/requests.js'
import { standIn } from './support/stand-in.js'

const reason = await whyNoMounts(['/usr/bin/bindfs', '/usr/bin/sudo', '/usr/bin/perl', '/usr/bin/curl'])

const s3 = {
  type: 's3',
  bucket: 'data',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  accessKeyId: 'AKIA',
  secretAccessKey: 'hidden+secret',
}
const mounting = 'exec bindfs -f /tmp/source "$2"'

describe.skipIf(reason !== undefined)(
  `Machines and tools of all kinds${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine

    beforeEach(async () => {
      machine = await MountMachine.start()
    }, 30_000)

    afterEach(() => machine.close())

    const mount = async (config: { type: string } = s3, asUser = true, own = profile) =>
      (await createFuseMounter(own).mount(machine.mountHost({ asUser }), [request('/data/in', config)], never))[0]

    describe('BR-098: what the exit of a tool says is not believed', () => {
      it('when it is 0 and nothing is mounted', async () => {
        await standIn(machine, 's3fs', 'echo "bad things: hidden+secret"; exit 0')
        const result = await mount()
        expect(result).toMatchObject({ success: false })
        expect(result?.error).toContain('bad things: (hidden)')
        expect(await machine.run('ls -d /data')).toMatchObject({ exitCode: 2 })
      })

      it('when the daemon ends after its mount was seen', async () => {
        await standIn(machine, 's3fs', 'bindfs /tmp/source "$2"; sleep 0.3; umount "$2"; echo lost it; exit 0')
        await standIn(machine, 'stat', 'sleep 0.6; exec /usr/bin/stat "$@"')
        expect(await mount()).toMatchObject({ success: false, error: expect.stringContaining('lost it') as string })
      })

      it('when the mount appears only after a while', async () => {
        await standIn(machine, 's3fs', `sleep 1.5; ${mounting}`)
        expect(await mount()).toEqual({ success: true, mountPath: '/data/in' })
      })

      it('when it leaves a daemon behind that mounts later', async () => {
        await standIn(
          machine,
          'gcsfuse',
          'for last; do :; done; (sleep 1; bindfs /tmp/source "$last") >/dev/null 2>&1 & exit 0',
        )
        const gcs = { type: 'gcs', bucket: 'data', serviceAccountKey: '{"type":"service_account"}' }
        expect(await mount(gcs)).toEqual({ success: true, mountPath: '/data/in' })
      })
    })

    it('BR-108 does not believe a mount that answers no look-ups, and takes it away', async () => {
      await standIn(machine, 'gcsfuse', 'for last; do :; done; exec bindfs /tmp/source "$last"')
      await standIn(
        machine,
        'stat',
        'case "$*" in *.caisson-caisson*) echo "stat: cannot statx: Input/output error" >&2; exit 1;; esac; exec /usr/bin/stat "$@"',
      )
      const result = await mount({ type: 'gcs', bucket: 'data', serviceAccountKey: '{"private_key":"hidden"}' } as {
        type: string
      })
      expect(result).toMatchObject({ success: false })
      expect(result?.error).toContain('Input/output error')
      expect(await machine.output('grep -c /data/in /proc/self/mountinfo || :')).toBe('0')
    })

    it.each(['stdin', 'environment'] as const)(
      '[M10] BR-124 shows secrets to nobody while it mounts, with secrets by %s',
      async (secretsBy) => {
        await standIn(
          machine,
          's3fs',
          '[ "$1" != --help ] || exit 0; cat /proc/[0-9]*/cmdline > /tmp/arguments; cat /proc/self/environ /proc/$PPID/environ > /tmp/variables\n' +
            'find /tmp /var /home /root /etc -newer /tmp/begin -type f 2>/dev/null > /tmp/files; stat -c "%a %U" "$(dirname "${9#passwd_file=}")" "${9#passwd_file=}" > /tmp/modes; ' +
            mounting,
        )
        await machine.output('touch /tmp/begin')
        const withFile = await mount(s3, true, { ...profile, secretsBy })
        expect(withFile).toEqual({ success: true, mountPath: '/data/in' })
        expect(await machine.output('grep -ac "hidden+" /tmp/arguments /tmp/variables || :')).toBe(
          '/tmp/arguments:0\n/tmp/variables:0',
        )
        expect(await machine.output('cat /tmp/modes')).toBe('700 root\n600 root')
        expect(await machine.output('xargs grep -la "hidden+" < /tmp/files || :')).toBe('')
      },
    )

    it.each([
      ['404', { success: false, error: expect.stringContaining('there is no such bucket') as string }],
      ['401', { success: true }],
    ])('BR-108 asks the store about a bucket that gcsfuse shows as empty, and is told %s', async (status, expected) => {
      await standIn(machine, 'gcsfuse', 'for last; do :; done; exec bindfs /tmp/source "$last"')
      await standIn(machine, 'curl', `echo "$*" >> /tmp/asked; echo ${status}`)
      const gcs = {
        type: 'gcs',
        bucket: 'my-bucket',
        serviceAccountKey: '{"type":"service_account"}',
        endpoint: 'http://127.0.0.1:9',
      }
      expect(await mount(gcs)).toMatchObject(expected)
      expect(await machine.output('cat /tmp/asked')).toContain(
        'http://127.0.0.1:9/storage/v1/b/my-bucket/o?maxResults=1',
      )
      await machine.output('rm /tmp/asked')
    })

    it('gives gcsfuse a short-lived token at a socket, and ends that with the mount', async () => {
      await standIn(
        machine,
        'gcsfuse',
        'for word; do case $word in --token-url=unix://*) socket=${word#--token-url=unix://};; esac; last=$word; done\n' +
          'curl -s --unix-socket "$socket" "http://unix?" > /tmp/source/token; exec bindfs /tmp/source "$last"',
      )
      expect(await mount({ type: 'gcs', bucket: 'data', accessToken: 'ya29.token+1' } as { type: string })).toEqual({
        success: true,
        mountPath: '/data/in',
      })
      expect(JSON.parse(await machine.output('cat /tmp/source/token'))).toEqual({
        access_token: 'ya29.token+1',
        token_type: 'Bearer',
      })
      expect(await machine.output('cat /proc/[0-9]*/cmdline | tr "\\0" " "')).not.toContain('ya29')
      await createFuseMounter(profile).unmount(machine.mountHost(), ['/data/in'], never)
      expect(await machine.run('pgrep -x perl')).toMatchObject({ exitCode: 1 })
      expect(await machine.output('find /run/caisson-mounts/private /dev/shm -mindepth 1')).toBe('')
    })

    it('BR-110 BR-112 gives files with one line of secrets and an empty cache to a tool, and removes both', async () => {
      await standIn(
        machine,
        'blobfuse2',
        'for word; do case $word in --config-file=*) file=${word#*=};; --tmp-path=*) cache=${word#*=};; esac; done\n' +
          '[ -z "$(ls -A "$cache")" ] || { echo "cache is not empty"; exit 1; }\n' +
          'echo dirty > "$cache/left"; stat -c %a:%U "$file" > /tmp/source/mode; cat "$file" > /tmp/source/config; echo "$cache" > /tmp/source/cache; exec bindfs /tmp/source "$2"',
      )
      const azure = { type: 'azure-blob', container: '$web', accountName: 'account', accountKey: 'c2VjcmV0' }
      const mounter = createFuseMounter(profile)
      for (let round = 0; round < 2; round += 1) {
        expect(await mount(azure)).toEqual({ success: true, mountPath: '/data/in' })
        expect(await machine.output('cat /tmp/source/mode')).toBe('600:root')
        expect(await machine.output('cat /tmp/source/config')).toContain('container: "$web"')
        // The daemon dies in the first round, and its cache stays for the next one to find.
        if (round === 0) await machine.output('kill -9 $(pgrep -x bindfs)')
      }
      await mounter.unmount(machine.mountHost(), ['/data/in'], never)
      expect(await machine.run('ls -d $(cat /tmp/source/cache)')).toMatchObject({ exitCode: 2 })
      expect(await machine.output('find /run/caisson-mounts/private /dev/shm -mindepth 1')).toBe('')
    })

    describe('BR-105: the way to be root', () => {
      it('is nothing at all where the command is root without sudo', async () => {
        await standIn(machine, 's3fs', mounting)
        await machine.output('rm /usr/bin/sudo')
        expect(await mount(s3, false)).toEqual({ success: true, mountPath: '/data/in' })
      })

      it('fails at once without sudo', async () => {
        await machine.output('rm /usr/bin/sudo')
        expect(await mount()).toMatchObject({
          success: false,
          unsupported: true,
          error: expect.stringContaining('no sudo') as string,
        })
      })

      it('fails at once where sudo asks for a password', async () => {
        await machine.output('grep -lr NOPASSWD /etc/sudoers /etc/sudoers.d | xargs sed -i s/NOPASSWD://')
        expect(await mount()).toMatchObject({
          success: false,
          unsupported: true,
          error: expect.stringContaining('asks for a password') as string,
        })
      })
    })

    describe('without being root', () => {
      const user = { ...profile, elevation: 'never', visibleTo: 'owner' } as const

      it('mounts as the user, with files only the user has', async () => {
        await standIn(
          machine,
          's3fs',
          'case "$*" in *allow_other*) exit 9;; esac\nexec bindfs --no-allow-other -f /tmp/source "$2"',
        )
        await machine.output(
          'chmod 666 /dev/fuse; mkdir -p /home/user/data; chown user: /home/user/data; chmod 777 /tmp/source',
        )
        const mounter = createFuseMounter(user)
        const asked = [request('/home/user/data/in', s3)]
        expect(await mounter.mount(machine.mountHost(), asked, never)).toEqual([
          { success: true, mountPath: '/home/user/data/in' },
        ])
        await machine.output('echo mine > /home/user/data/in/file', { asUser: true })
        expect(await machine.output('stat -c "%U %a" /tmp/.caisson-mounts-1000')).toBe('user 700')
        expect(await mounter.mount(machine.mountHost(), asked, never)).toMatchObject([{ success: true }])
        expect(await mounter.unmount(machine.mountHost(), ['/home/user/data/in'], never)).toMatchObject([
          { success: true },
        ])
        expect(await machine.output('ls -A /home/user/data; cat /tmp/source/file')).toBe('mine')
      })

      it('says so where the device is not the user’s to open', async () => {
        await standIn(machine, 's3fs', mounting)
        await machine.output('chmod 600 /dev/fuse')
        expect(await mount(s3, true, user)).toMatchObject({ success: false, unsupported: true })
      })

      it('BR-109 says what is missing for all users to see the files', async () => {
        await standIn(machine, 's3fs', mounting)
        await machine.output('chmod 666 /dev/fuse; : > /etc/fuse.conf')
        expect((await mount(s3, true, { ...user, visibleTo: 'everyone' }))?.error).toContain('user_allow_other')
      })
    })

    it.each([
      ['another file system in memory', 'true'],
      ['one of its own', 'rmdir /dev/shm'],
    ])('keeps secrets in %s where its own place is on a disk', async (_, prepare) => {
      await machine.output(
        `mkdir -p /var/on-disk /run/caisson-mounts && mount --bind /var/on-disk /run/caisson-mounts && ${prepare}`,
      )
      await standIn(
        machine,
        's3fs',
        'for word; do case $word in passwd_file=*) stat -f -c %T "${word#*=}" > /tmp/source/type;; esac; done; ' +
          mounting,
      )
      expect(await mount()).toEqual({ success: true, mountPath: '/data/in' })
      expect(await machine.output('cat /tmp/source/type')).toBe('tmpfs')
      expect(await machine.output('find /var/on-disk/private /dev/shm -mindepth 1 2>/dev/null || :')).toBe('')
      expect(await machine.output('grep -c caisson-mounts/private /proc/self/mountinfo || :')).toBe('0')
    })

    it('is unsupported without FUSE', async () => {
      await machine.output('rm /dev/fuse')
      expect(await mount()).toMatchObject({ success: false, unsupported: true })
    })

    it('waits for others without flock as well, and not for the dead', async () => {
      await standIn(machine, 's3fs', `[ "$1" != --help ] || exit 0; sleep 0.3; ${mounting}`)
      await machine.output(
        'rm -f $(command -v flock); mkdir -p -m 700 /run/caisson-mounts/lock.d; echo 99999 > /run/caisson-mounts/lock.d/pid',
      )
      expect(await Promise.all([mount(), mount()])).toEqual([
        { success: true, mountPath: '/data/in' },
        { success: true, mountPath: '/data/in' },
      ])
      expect(await machine.output('grep -c /data/in /proc/self/mountinfo')).toBe('1')
      expect(await machine.output('ls /run/caisson-mounts')).toBe('made\nmarkers\nprivate')
    })

    it('works with bash as the shell of the vendor, and with a noisy profile', async () => {
      await standIn(machine, 's3fs', mounting)
      machine.shell = '/bin/bash'
      machine.variables = { BASH_ENV: '/etc/noise.sh' }
      await machine.output('echo "echo 1 mounted; printf unended; IFS=/; set -u" > /etc/noise.sh')
      expect(await mount()).toEqual({ success: true, mountPath: '/data/in' })
    })
  },
)
