import { DaytonaConnectionError } from '@daytonaio/sdk'
import { expect, test } from 'vitest'
import { useEmulator } from './start.js'

// A minute of the vendor takes a third of a second here.
const minuteMs = 300
const context = useEmulator({ transitionMs: 0, minuteMs })

async function stateOf(id: string): Promise<string | undefined> {
  const response = await context.ask('GET', `/api/sandbox/${id}`)
  if (response.status === 404) return 'gone'
  return ((await response.json()) as { state?: string }).state
}

test('stops by itself once nothing was asked of it for so long', async () => {
  const sandbox = await context.create({ autoStopInterval: 4 })
  for (let round = 0; round < 6; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, minuteMs))
    await sandbox.process.executeCommand('true')
  }
  expect(await stateOf(sandbox.id)).toBe('started')
  await expect.poll(() => stateOf(sandbox.id)).toBe('stopped')
})

test('does not stop while a connection is open', async () => {
  const sandbox = await context.create({ autoStopInterval: 1 })
  const { result } = await sandbox.process.executeCommand(`sleep 1; echo done`)
  expect(result).toBe('done\n')
  await expect.poll(() => stateOf(sandbox.id)).toBe('stopped')
})

test('never stops without an interval', async () => {
  const sandbox = await context.create({ autoStopInterval: 0 })
  await new Promise((resolve) => setTimeout(resolve, minuteMs * 2))
  expect(await stateOf(sandbox.id)).toBe('started')
})

test('is archived, and then deleted, once it was stopped for so long', async () => {
  const sandbox = await context.create({ autoArchiveInterval: 1, autoDeleteInterval: 4 })
  await sandbox.stop()
  await expect.poll(() => stateOf(sandbox.id)).toBe('archived')
  await expect.poll(() => stateOf(sandbox.id)).toBe('gone')
})

test('a start takes it back', async () => {
  const sandbox = await context.create({ autoDeleteInterval: 3 })
  await sandbox.stop()
  await sandbox.start()
  await new Promise((resolve) => setTimeout(resolve, minuteMs * 4))
  expect(await stateOf(sandbox.id)).toBe('started')
})

test('an ephemeral sandbox that stops by itself is gone', async () => {
  const sandbox = await context.create({ ephemeral: true, autoStopInterval: 1 })
  await expect.poll(() => stateOf(sandbox.id)).toBe('gone')
})

test('is deleted at the end of its time, whatever it does', async () => {
  const sandbox = await context.create({ ttlMinutes: 3, autoStopInterval: 0 })
  const running = sandbox.process.executeCommand('sleep 30')
  running.catch(() => undefined)
  await expect.poll(() => stateOf(sandbox.id)).toBe('gone')
  await expect(running).rejects.toThrow(DaytonaConnectionError)
})

test('a new interval counts at once', async () => {
  const sandbox = await context.create({ autoStopInterval: 0 })
  await sandbox.setAutostopInterval(1)
  await expect.poll(() => stateOf(sandbox.id)).toBe('stopped')
  await sandbox.setAutoDeleteInterval(1)
  await expect.poll(() => stateOf(sandbox.id)).toBe('gone')
})
