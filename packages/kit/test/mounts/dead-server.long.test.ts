import { createServer, type Server } from 'node:net'
import { startS3Emulator } from '@caisson/emulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request } from './support/requests.js'

const reason = await whyNoMounts(['/usr/bin/s3fs', '/usr/bin/sudo'])

const keys = { accessKeyId: 'AKIATESTOWNER0000000', secretAccessKey: 'owner/secret+0123456789' }

async function listen(): Promise<{ server: Server; url: string }> {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, url: `http://127.0.0.1:${port}` }
}

describe.skipIf(reason !== undefined)(
  `Storage that does not answer${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine
    const mounter = createFuseMounter(profile)
    const config = (endpoint: string) => ({ type: 's3', bucket: 'data', region: 'us-east-1', endpoint, ...keys })
    const remains = () =>
      machine.output(
        'find /run/caisson-mounts/private /run/caisson-mounts/markers /dev/shm -mindepth 1; pgrep -x s3fs || :',
      )

    beforeEach(async () => {
      machine = await MountMachine.start()
    })

    afterEach(() => machine.close())

    it('is told as such where nobody listens, with what to do about it', async () => {
      const [result] = await mounter.mount(
        machine.mountHost(),
        [request('/data/in', config('http://127.0.0.1:1'))],
        never,
      )
      expect(result).toMatchObject({ success: false })
      expect(result?.error).toMatch(/cannot be reached from the machine.*open the network to it/)
      expect(await remains()).toBe('')
    }, 120_000)

    it('is given up where somebody listens and says nothing', async () => {
      const { server, url } = await listen()
      try {
        const [result] = await mounter.mount(machine.mountHost(), [request('/data/in', config(url))], never)
        expect(result).toMatchObject({ success: false })
        expect(await remains()).toBe('')
      } finally {
        server.close()
      }
    }, 180_000)

    it('under a mount gives errors, is replaced when it is asked for again, and can be unmounted', async () => {
      const store = await startS3Emulator({ buckets: ['data'], accounts: [keys] })
      const asked = [request('/data/in', config(store.url))]
      expect(await mounter.mount(machine.mountHost(), asked, never)).toMatchObject([{ success: true }])
      await store.close()
      expect((await machine.run('cat /data/in/file')).exitCode).not.toBe(0)
      expect(await mounter.mount(machine.mountHost(), asked, never)).toMatchObject([{ success: false }])
      expect(await mounter.unmount(machine.mountHost(), ['/data/in'], never)).toMatchObject([{ success: true }])
      expect(await remains()).toBe('')
    }, 180_000)
  },
)
