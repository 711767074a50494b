import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request, resolving } from './support/requests.js'
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

describe.skipIf(reason !== undefined)(
  `Mounting that is interrupted${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine
    const mounter = createFuseMounter(profile)
    const mount = async (path: string, signal = never) =>
      (await mounter.mount(machine.mountHost(), [request(path, config)], signal))[0]
    const remains = () =>
      machine.output(
        'find /run/caisson-mounts/private /run/caisson-mounts/markers /run/caisson-mounts/made /dev/shm -mindepth 1 2>/dev/null; grep -o "/data.*fuse" /proc/self/mountinfo || :',
      )
    const script = () =>
      machine.output('pgrep -f "^sh -c.*caisson-mount 1000"').then((pids) => pids.split('\n').join(' '))

    beforeAll(async () => {
      machine = await MountMachine.start()
      await standIn(
        machine,
        's3fs',
        '[ "$1" != --help ] || exit 0; touch /tmp/started; sleep $(cat /tmp/wait 2>/dev/null || echo 0); exec bindfs -f /tmp/source "$2"',
      )
    }, 30_000)

    afterAll(() => machine.close())

    async function duringAMount<Value>(
      path: string,
      work: () => Promise<Value>,
    ): Promise<[Value, Awaited<ReturnType<typeof mount>>]> {
      await machine.output('rm -f /tmp/started; echo 0.7 > /tmp/wait')
      const mounting = mount(path)
      await machine.output('until [ -e /tmp/started ]; do sleep 0.02; done')
      const value = await work()
      const result = await mounting
      await machine.output('rm -f /tmp/wait')
      return [value, result]
    }

    it('by a signal leaves nothing', async () => {
      const [, result] = await duringAMount('/data/a', async () => machine.output(`kill -TERM ${await script()}`))
      expect(result).toMatchObject({ success: false })
      await machine.output('until ! pgrep -f "^sh -c.*caisson-mount 1000"; do sleep 0.05; done; sleep 0.8')
      expect(await remains()).toBe('')
      expect(await machine.run('ls -d /data')).toMatchObject({ exitCode: 2 })
    })

    it('by a kill leaves what the next script takes away', async () => {
      await duringAMount('/data/b', async () =>
        machine.output(`kill -KILL ${await script()}; until grep -q /data/b /proc/self/mountinfo; do sleep 0.05; done`),
      )
      expect(await remains()).toContain('/data/b')
      expect(await mount('/data/b')).toEqual({ success: true, mountPath: '/data/b' })
      expect(await machine.output('grep -c /data/b /proc/self/mountinfo')).toBe('1')
      expect(await mounter.unmount(machine.mountHost(), ['/data/b'], never)).toMatchObject([{ success: true }])
      expect(await remains()).toBe('')
    })

    it('by an abort is told at once, and the script ends its work', async () => {
      const abort = new AbortController()
      await machine.output('rm -f /tmp/started; echo 0.7 > /tmp/wait')
      const mounting = mount('/data/c', abort.signal)
      await machine.output('until [ -e /tmp/started ]; do sleep 0.02; done')
      abort.abort()
      expect(await mounting).toMatchObject({ success: false, mountPath: '/data/c' })
      // Whoever unmounts next waits for it.
      expect(await mounter.unmount(machine.mountHost(), ['/data/c'], never)).toMatchObject([{ success: true }])
      await machine.output('rm -f /tmp/wait')
      expect(await remains()).toBe('')
    })

    it('beside another one waits for it, and finds the mount done', async () => {
      const [second, first] = await duringAMount('/data/d', () => mount('/data/d'))
      expect([first, second]).toEqual([
        { success: true, mountPath: '/data/d' },
        { success: true, mountPath: '/data/d' },
      ])
      expect(await machine.output('grep -c /data/d /proc/self/mountinfo')).toBe('1')
      await mounter.unmount(machine.mountHost(), ['/data/d'], never)
    })

    it('by an abort does not wait for credentials', async () => {
      const asked = resolving(request('/data/g', config), () => new Promise(() => undefined))
      const sent = machine.sent.length
      const result = mounter.mount(machine.mountHost(), [asked], AbortSignal.timeout(100))
      expect(await result).toMatchObject([{ success: false, mountPath: '/data/g' }])
      expect(machine.sent).toHaveLength(sent)
    })

    it('D14 by the loss of the machine is a result of each mount', async () => {
      const host = {
        ...machine.mountHost(),
        run: async () => {
          throw new RangeError('the machine is gone')
        },
      }
      const requests = [request('/data/e', config), request('/data/f', config)]
      expect(await mounter.mount(host, requests, never)).toEqual([
        { success: false, mountPath: '/data/e', error: 'Could not mount at /data/e: the machine is gone' },
        { success: false, mountPath: '/data/f', error: 'Could not mount at /data/f: the machine is gone' },
      ])
      expect(await mounter.unmount(host, ['/data/e'], never)).toMatchObject([{ success: false }])
    })
  },
)
