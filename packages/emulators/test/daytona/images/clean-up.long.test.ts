import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DaytonaEmulator, startDaytonaEmulator } from '@caisson/emulators'
import { expect, it, onTestFinished } from 'vitest'
import { isPrivate } from '../../e2b/backing.js'
import { connect } from '../start.js'

async function open(): Promise<{ readonly emulator: DaytonaEmulator; readonly root: string }> {
  const root = await mkdtemp(path.join(tmpdir(), 'caisson-clean-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const emulator = await startDaytonaEmulator({ root, transitionMs: 1 })
  onTestFinished(() => emulator.close())
  return { emulator, root }
}

async function ask({ apiUrl, env }: DaytonaEmulator, method: string, where: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${env['DAYTONA_API_KEY']}`, 'Content-Type': 'application/json' }
  return fetch(apiUrl + where, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

/** A build that is under way, and would be for long. */
async function startBuild(emulator: DaytonaEmulator): Promise<void> {
  const dockerfileContent = 'FROM debian:12\nRUN echo runs; sleep 3600\n'
  const made = await ask(emulator, 'POST', '/snapshots', { name: 'endless', buildInfo: { dockerfileContent } })
  const { id } = (await made.json()) as { id: string }
  const { url } = (await (await ask(emulator, 'GET', `/snapshots/${id}/build-logs-url`)).json()) as { url: string }
  await expect
    .poll(async () =>
      (await fetch(url, { headers: { Authorization: `Bearer ${emulator.env['DAYTONA_API_KEY']}` } })).text(),
    )
    .toContain('\nruns\n')
}

async function expectNothing(root: string): Promise<void> {
  expect(await readdir(root)).toEqual([])
  const mounts = await readFile('/proc/self/mountinfo', 'utf8')
  expect(mounts.split('\n').filter((line) => line.includes(root))).toEqual([])
}

it.skipIf(!isPrivate)('ends a build that is under way when it is closed, and leaves nothing', async () => {
  const { emulator, root } = await open()
  await startBuild(emulator)
  await emulator.close()
  await expectNothing(root)
})

it('leaves nothing of snapshots and volumes when it is closed', async () => {
  const { emulator, root } = await open()
  const daytona = connect(emulator)
  onTestFinished(() => daytona[Symbol.asyncDispose]())
  await daytona.volume.create('volume')
  await expect.poll(async () => (await daytona.volume.get('volume')).state).toBe('ready')
  const { id: volumeId } = await daytona.volume.get('volume')
  const sandbox = await daytona.create({ volumes: [{ volumeId, mountPath: '/home/daytona/v' }] })
  await sandbox.process.executeCommand('echo x > ~/v/x; echo y > ~/y')
  await sandbox.createSnapshot('captured')
  await daytona.create({ snapshot: 'captured' })
  await emulator.close()
  await expectNothing(root)
})

it.skipIf(!isPrivate)('is as new after a reset, whatever was under way', async () => {
  const { emulator } = await open()
  const names = async (): Promise<string[]> => {
    const { items } = (await (await ask(emulator, 'GET', '/snapshots')).json()) as { items: { name: string }[] }
    return items.map(({ name }) => name)
  }
  const first = await names()
  await startBuild(emulator)
  await ask(emulator, 'POST', '/volumes', { name: 'volume' })
  await ask(emulator, 'POST', '/secret', { name: 'secret', value: 'x' })
  await ask(emulator, 'POST', '/warm-pools', { snapshot: first[0], pool: 1 })
  await emulator.reset()
  expect(await names()).toEqual(first)
  expect(await (await ask(emulator, 'GET', '/volumes')).json()).toEqual([])
  expect(await (await ask(emulator, 'GET', '/secret')).json()).toEqual([])
  expect(await (await ask(emulator, 'GET', '/warm-pools')).json()).toEqual([])
})
