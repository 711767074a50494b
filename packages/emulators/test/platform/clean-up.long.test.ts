import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EmulatorError, startPlatformEmulator } from '@caisson/emulators'
import { PlatformClient } from './support/platform-context.js'

let root = ''

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'caisson-platform-clean-'))
})

afterAll(() => rm(root, { recursive: true, force: true }))

async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.map((line) => line.replaceAll('\0', ' ').trim()).join('\n')
}

async function mounts(): Promise<string> {
  return readFile('/proc/self/mountinfo', 'utf8')
}

/** Whether anything is left that an emulator has made below the root. */
async function expectNothing(mark: string): Promise<void> {
  expect(await readdir(root)).toEqual([])
  expect(await commandLines()).not.toContain(mark)
  expect(await mounts()).not.toContain(root)
}

const template = { schemaVersion: 1, operations: [{ method: 'runCmd', args: ['sleep 60'] }] }

test('nothing is left of sandboxes, checkpoints, builds, files and what is under way', async () => {
  const emulator = await startPlatformEmulator({ root, checkpointIntervalMs: 50 })
  const client = new PlatformClient(emulator)
  const mark = `sleep 64${process.pid}`
  const sandbox = await client.create({ id: 'one', networkIsolation: 'PRIVATE' })
  await client.run(sandbox.id, `(setsid ${mark} >/dev/null 2>&1 &)`)
  await client.create({ id: 'two', templateDefinition: template })
  const ended = await client.create({ id: 'three' })
  await client.ask('POST', `/sandbox/${ended.id}/checkpoint`, { id: 'three' })
  await client.ask('DELETE', `/sandbox/${ended.id}`)
  await client.ask('PUT', '/fs/files/large', 'x'.repeat(1_000_000))
  const open = await client.start(sandbox.id, 'echo here; sleep 60')
  await open.printed(/here/)
  expect(await commandLines()).toContain(mark)
  // Under way when the emulator ends.
  const late = client.ask('POST', '/sandbox', { environmentId: 'e', id: 'late' })
  const command = client.ask('POST', `/sandbox/${sandbox.id}/exec`, { command: 'sleep 60' })
  const outcomes = Promise.allSettled([late, command])
  await expect.poll(() => emulator.journal.count({ route: 'POST /sandbox/{id}/exec' })).toBe(1)
  await emulator.close()
  await emulator.close()
  const statuses = (await outcomes).map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'rejected'])
  await open.closed
  await expectNothing(mark)
  await expect(fetch(emulator.url)).rejects.toThrow('fetch failed')
  await expect(fetch(`${sandbox.instanceUrl}/health`)).rejects.toThrow('fetch failed')
})

test('nothing is left of a reset', async () => {
  const emulator = await startPlatformEmulator({ root })
  const client = new PlatformClient(emulator)
  const mark = `sleep 65${process.pid}`
  try {
    const sandbox = await client.create({ id: 'mine' })
    await client.run(sandbox.id, `echo kept > a; (setsid ${mark} >/dev/null 2>&1 &)`)
    const lease = await client.lease(sandbox.id)
    await client.ask('POST', `/sandbox/${sandbox.id}/checkpoint`, { id: 'mine' })
    emulator.faults.next('POST /sandbox', { status: 500 })
    await emulator.reset()
    expect(await commandLines()).not.toContain(mark)
    expect((await client.ask('GET', `/sandbox/${sandbox.id}`)).status).toBe(404)
    await expect(client.open(sandbox.id, lease)).rejects.toThrow('401')
    const again = await client.create({ id: 'mine' })
    expect((await client.run(again.id, 'ls')).stdout).toBe('')
  } finally {
    await emulator.close()
  }
  await expectNothing(mark)
})

test('an id can come back any number of times', async () => {
  const emulator = await startPlatformEmulator({ root })
  const client = new PlatformClient(emulator)
  try {
    for (let round = 0; round < 60; round += 1) {
      const { id } = await client.create({ id: 'mine' })
      await client.run(id, `echo ${round} >> a`)
      await client.ask('POST', `/sandbox/${id}/checkpoint`, { id: 'mine' })
      await client.ask('DELETE', `/sandbox/${id}`)
    }
    const { id } = await client.create({ id: 'mine' })
    expect((await client.run(id, 'wc -l < a')).stdout).toBe('60\n')
  } finally {
    await emulator.close()
  }
  await expectNothing('platform-clean-none')
})

test('a start that fails leaves nothing', async () => {
  const first = await startPlatformEmulator({ root })
  try {
    const port = Number(new URL(first.url).port)
    await expect(startPlatformEmulator({ root, port })).rejects.toMatchObject({ code: 'LISTEN_FAILED' })
  } finally {
    await first.close()
  }
  expect(await readdir(root)).toEqual([])
})

test.each([
  [{ port: 70_000 }, 'INVALID_OPTION'],
  [{ minuteMs: 0 }, 'INVALID_OPTION'],
  [{ leaseTtlMs: 0 }, 'INVALID_OPTION'],
  [{ checkpointIntervalMs: Number.NaN }, 'INVALID_OPTION'],
  [{ latencyMs: -1 }, 'INVALID_OPTION'],
  [{ buckets: [] }, 'INVALID_OPTION'],
  [{ host: '0.0.0.0' }, 'NOT_LOOPBACK'],
])('refuses %j', async (options, code) => {
  const start = startPlatformEmulator(options)
  await expect(start).rejects.toThrow(EmulatorError)
  await expect(start).rejects.toMatchObject({ code })
})
