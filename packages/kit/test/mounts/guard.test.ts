import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request } from './support/requests.js'
import { standIn } from './support/stand-in.js'

const reason = await whyNoMounts(['/usr/bin/bindfs', '/usr/bin/sudo'])

const config = {
  type: 's3',
  bucket: 'data',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  accessKeyId: 'AKIA',
  secretAccessKey: 'hidden+secret',
}

/** The program called s3fs here mounts /tmp/source: only what the script does is looked at. */
describe.skipIf(reason !== undefined)(
  `Guarding what is in a machine${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine
    const mounter = createFuseMounter(profile)
    const mount = async (path: string, host = machine.mountHost()) =>
      (await mounter.mount(host, [request(path, config)], never))[0]
    const unmount = async (...paths: string[]) => mounter.unmount(machine.mountHost(), paths, never)

    beforeAll(async () => {
      machine = await MountMachine.start()
      await standIn(machine, 's3fs', 'exec bindfs -f /tmp/source "$2"')
    }, 30_000)

    afterAll(() => machine.close())

    it.each([
      ['a file', 'mkdir -p /d && echo x > /d/file', '/d/file', 'not a directory'],
      ['a path below a file', 'mkdir -p /d && echo x > /d/file', '/d/file/sub', 'not a directory'],
      ['a directory with a file', 'mkdir -p /d/full && echo keep > /d/full/keep', '/d/full', 'not empty'],
      ['a directory with a hidden file', 'mkdir -p /d/hidden && echo keep > /d/hidden/.keep', '/d/hidden', 'not empty'],
      ['a symbolic link', 'mkdir -p /d/real && ln -sfn /d/real /d/link', '/d/link', 'symbolic link'],
      ['a path through a symbolic link', 'mkdir -p /d/real && ln -sfn /d/real /d/link', '/d/link/sub', 'symbolic link'],
      ['a dangling link', 'mkdir -p /d && ln -sfn /nowhere /d/dangling', '/d/dangling', 'symbolic link'],
      [
        'a mount of others',
        'mkdir -p /d/other && mountpoint -q /d/other || bindfs /tmp/source /d/other',
        '/d/other',
        'left alone',
      ],
    ])('[M09] BR-113 refuses %s, and touches nothing', async (_, prepare, path, cause) => {
      await machine.output(prepare)
      const before = await machine.output('ls -laR /d | grep -v "^total"; grep -c fuse /proc/self/mountinfo || :')
      const result = await mount(path)
      expect(result).toMatchObject({ success: false })
      expect(result?.error).toContain(path)
      expect(result?.error).toContain(cause)
      expect(await machine.output('ls -laR /d | grep -v "^total"; grep -c fuse /proc/self/mountinfo || :')).toBe(before)
    })

    it('removes the directories it made, and no others', async () => {
      await machine.output('mkdir -p /e/mine')
      expect(await mount('/e/mine')).toMatchObject({ success: true })
      expect(await mount('/e/new/deep')).toMatchObject({ success: true })
      await unmount('/e/mine', '/e/new/deep')
      expect(await machine.output('find /e')).toBe('/e\n/e/mine')
    })

    it('BR-139 deletes nothing that came below a path in the meantime', async () => {
      await mount('/f/in')
      await machine.output('umount /f/in && echo precious > /f/in/file')
      expect(await unmount('/f/in')).toEqual([{ success: true, mountPath: '/f/in' }])
      expect(await machine.output('cat /f/in/file')).toBe('precious')
      expect(await machine.output('ls -A /run/caisson-mounts/markers')).toBe('')
    })

    it('BR-139 leaves alone what others mounted over a path of ours', async () => {
      await mount('/f/over')
      await machine.output('mkdir -p /tmp/more && echo other > /tmp/more/file && bindfs /tmp/more /f/over')
      expect(await unmount('/f/over')).toMatchObject([{ success: false }])
      expect(await machine.output('cat /f/over/file')).toBe('other')
      await machine.output('umount /f/over')
      expect(await unmount('/f/over')).toEqual([{ success: true, mountPath: '/f/over' }])
    })

    it('X2 unmounts what the notes of another library name, and deletes nothing for them', async () => {
      await machine.output(
        'mkdir -p /tmp/.mastra-mounts /g/old /g/empty /g/foreign && bindfs -o subtype=s3fs /tmp/source /g/old && bindfs /tmp/source /g/foreign && ' +
          'printf "/g/old|0123456789abcdef" > /tmp/.mastra-mounts/mount-abc && printf "/g/foreign|0123456789abcdef" > /tmp/.mastra-mounts/mount-abd && ' +
          'printf "/g/empty|0123456789abcdef" > /tmp/.mastra-mounts/mount-abe && printf "/../etc|x" > /tmp/.mastra-mounts/mount-abf',
      )
      expect(
        await machine.output('grep -o "fuse[.a-z0-9]* [^ ]* " /proc/self/mountinfo | sort | uniq -c | wc -l'),
      ).not.toBe('0')
      expect(await mount('/g/new', machine.mountHost({ wanted: ['/g/new'] }))).toMatchObject({ success: true })
      expect(await machine.output('grep -o "/g/[a-z]*" /proc/self/mountinfo | sort')).toBe('/g/foreign\n/g/new')
      expect(await machine.output('ls -d /g/old /g/empty')).toBe('/g/empty\n/g/old')
      await unmount('/g/new')
      await machine.output('umount /g/foreign')
    })

    it('X2 takes over a path that another library mounted, whatever its notes say', async () => {
      await machine.output(
        'mkdir -p /tmp/.mastra-mounts /h/in && bindfs -o subtype=s3fs /tmp/source /h/in && printf "/h/in|hash-1" > /tmp/.mastra-mounts/mount-abg',
      )
      expect(await mount('/h/in')).toMatchObject({ success: true })
      expect(await machine.output('grep -c /h/in /proc/self/mountinfo')).toBe('1')
      await unmount('/h/in')
    })

    it.each(['/', '/a/../etc', '/a b', '/a;id', 'relative', '', '/a/./b', '//x', '/a/', '/é', '/$(id)'])(
      'BR-138 [M08] sends nothing for the path %j',
      async (path) => {
        const sent = machine.sent.length
        expect(await mount(path)).toMatchObject({ success: false })
        expect(machine.sent).toHaveLength(sent)
      },
    )

    it('forgets what was unmounted without us', async () => {
      await mount('/i/gone')
      await machine.output('umount /i/gone')
      await mount('/i/here')
      expect(await machine.output('grep -h "|" /run/caisson-mounts/markers/*; ls /i')).toBe('/i/here|hash-1\nhere')
      await unmount('/i/here')
    })

    it('writes a marker that the reader of the other library understands, in a place only root can enter', async () => {
      await mount('/i/in')
      const [marker = ''] = (await machine.output('cat /run/caisson-mounts/markers/*')).split('\n')
      expect(marker).toBe('/i/in|hash-1')
      expect(await machine.output('stat -c "%U %a" /run/caisson-mounts /run/caisson-mounts/markers')).toBe(
        'root 700\nroot 700',
      )
      await unmount('/i/in')
    })

    it('X1 keeps markers of paths apart that collide elsewhere', async () => {
      const results = await mounter.mount(
        machine.mountHost(),
        [request('/a/Aa', config), request('/a/BB', config)],
        never,
      )
      expect(results.map(({ success }) => success)).toEqual([true, true])
      expect(await machine.output('ls /run/caisson-mounts/markers | wc -l')).toBe('2')
      await unmount('/a/Aa', '/a/BB')
    })
  },
)
