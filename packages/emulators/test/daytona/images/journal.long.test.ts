import { Image } from '@daytonaio/sdk'
import { beforeEach, expect, it } from 'vitest'
import type { RequestKind } from '@caisson/emulators'
import { isPrivate } from '../../e2b/backing.js'
import { cleanUp, useDaytona } from './use-daytona.js'

const current = useDaytona({ transitionMs: 60 })

beforeEach(() => current().emulator.journal.clear())

function count(route: string, kind: RequestKind): number {
  return current().emulator.journal.count({ route, kind })
}

async function readUntil(where: string, isOver: (answer: { readonly status: number; body: unknown }) => boolean) {
  while (!isOver(await current().ask('GET', where))) await new Promise((resolve) => setTimeout(resolve, 5))
}

function isIn(state: string) {
  return ({ body }: { readonly body: unknown }): boolean => (body as { readonly state?: string }).state === state
}

it('takes looks at a snapshot for polls until its state is a lasting one', async () => {
  const { ask } = current()
  await ask('POST', '/snapshots', { name: 'polled', imageName: 'debian:12' })
  await readUntil('/snapshots/polled', isIn('active'))
  expect(count('GET /snapshots/{id}', 'poll')).toBeGreaterThanOrEqual(2)
  expect(count('GET /snapshots/{id}', 'call')).toBe(0)
  await ask('GET', '/snapshots/polled')
  expect(count('GET /snapshots/{id}', 'call')).toBe(1)
})

it('takes looks at a snapshot that is removed for polls until it is gone', async () => {
  const { daytona, emulator } = current()
  const snapshot = await daytona.snapshot.create({ name: 'removed', image: 'debian:12' })
  await daytona.snapshot.delete(snapshot)
  emulator.journal.clear()
  await readUntil('/snapshots/removed', ({ status }) => status === 404)
  expect(count('GET /snapshots/{id}', 'call')).toBe(0)
  await current().ask('GET', '/snapshots/removed')
  expect(count('GET /snapshots/{id}', 'call')).toBe(1)
})

it('takes looks at a volume for polls until it is ready, by name and by id', async () => {
  const { daytona } = current()
  const { id } = await daytona.volume.create('polled')
  await readUntil('/volumes/by-name/polled', isIn('ready'))
  expect(count('GET /volumes/by-name/{name}', 'poll')).toBeGreaterThanOrEqual(2)
  expect(count('GET /volumes/by-name/{name}', 'call')).toBe(0)
  await daytona.volume.get('polled')
  expect(count('GET /volumes/by-name/{name}', 'call')).toBe(1)
  await current().ask('DELETE', `/volumes/${id}`)
  await readUntil(`/volumes/${id}`, ({ status }) => status === 404)
  expect(count('GET /volumes/{id}', 'call')).toBe(0)
  expect(count('GET /volumes/{id}', 'poll')).toBeGreaterThanOrEqual(1)
})

it('takes the wait for a snapshot of a sandbox for polls', async () => {
  const { daytona, emulator } = current()
  const sandbox = cleanUp(await daytona.create())
  emulator.journal.clear()
  await sandbox.createSnapshot('of-a-sandbox')
  expect(emulator.journal.routes({ kind: 'call' })).toEqual({ 'POST /sandbox/{id}/snapshot': 1 })
})

it.skipIf(!isPrivate)('takes logs of builds for background: they are shown beside the wait for the build', async () => {
  const image = Image.base('debian:12').runCommands('echo said')
  const logs: string[] = []
  await current().daytona.snapshot.create({ name: 'logged', image }, { onLogs: (line) => logs.push(line) })
  expect(logs.join('\n')).toContain('said')
  expect(count('GET /build-logs/{id}', 'background')).toBeGreaterThanOrEqual(1)
  expect(count('GET /build-logs/{id}', 'call')).toBe(0)
})
