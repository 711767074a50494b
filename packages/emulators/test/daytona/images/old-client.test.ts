import { expect, it, onTestFinished } from 'vitest'
import { Daytona, Image } from 'daytona-sdk-0.143'
import { isPrivate } from '../../e2b/backing.js'
import { useDaytona } from './use-daytona.js'

const current = useDaytona()

function oldClient(): Daytona {
  const { emulator } = current()
  return new Daytona({ apiKey: emulator.env['DAYTONA_API_KEY'] ?? '', apiUrl: emulator.apiUrl, target: 'us' })
}

it.skipIf(!isPrivate)('builds, lists and removes snapshots with the older client', async () => {
  const daytona = oldClient()
  const logs: string[] = []
  const image = Image.base('debian:12').runCommands('echo old client > /srv/file')
  const snapshot = await daytona.snapshot.create({ name: 'old', image }, { onLogs: (line) => logs.push(line) })
  expect(snapshot).toMatchObject({ name: 'old', state: 'active' })
  expect(logs.join('\n')).toContain('Step 2/2 : RUN echo old client')
  const sandbox = await daytona.create({ snapshot: 'old' })
  onTestFinished(() => sandbox.delete())
  expect((await sandbox.process.executeCommand('cat /srv/file')).result).toBe('old client\n')
  const { items } = await daytona.snapshot.list()
  expect(items.map(({ name }) => name)).toContain('old')
  await daytona.snapshot.delete(await daytona.snapshot.get('old'))
})

it('makes and removes volumes with the older client', async () => {
  const daytona = oldClient()
  const volume = await daytona.volume.get('old', true)
  await expect.poll(async () => (await daytona.volume.get('old')).state).toBe('ready')
  expect((await daytona.volume.list()).map(({ name }) => name)).toContain('old')
  await daytona.volume.delete(volume)
})
