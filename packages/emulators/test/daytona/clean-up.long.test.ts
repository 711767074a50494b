import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DaytonaConnectionError } from '@daytonaio/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EmulatorError, startDaytonaEmulator } from '@caisson/emulators'
import { connect } from './start.js'

let root = ''

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'caisson-daytona-clean-'))
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

test('nothing is left of sandboxes in any state', async () => {
  const emulator = await startDaytonaEmulator({ root })
  const daytona = connect(emulator)
  const mark = `sleep 47${process.pid}`
  const running = await daytona.create()
  await running.process.executeCommand(`(setsid ${mark} >/dev/null 2>&1 &)`)
  const stopped = await daytona.create()
  await stopped.stop()
  const failed = await daytona.create()
  await emulator.faults.fail(failed.id, 'broken')
  const volume = await daytona.volume.create('shared')
  await expect.poll(async () => (await daytona.volume.get('shared')).state).toBe('ready')
  await daytona.create({ volumes: [{ volumeId: volume.id, mountPath: '/data' }] })
  await running.createSnapshot('copy')
  const open = running.process.executeCommand('sleep 60')
  open.catch(() => undefined)
  // Under way when the emulator ends.
  const late = daytona.create()
  late.catch(() => undefined)
  await expect.poll(() => commandLines()).toContain(mark)
  await emulator.close()
  await emulator.close()
  await expect(open).rejects.toThrow(DaytonaConnectionError)
  await daytona[Symbol.asyncDispose]()
  expect(await readdir(root)).toEqual([])
  expect(await commandLines()).not.toContain(mark)
  expect(await mounts()).not.toContain(root)
  await expect(fetch(emulator.url)).rejects.toThrow(TypeError)
})

test('nothing is left of a reset', async () => {
  const emulator = await startDaytonaEmulator({ root })
  const daytona = connect(emulator)
  try {
    const mark = `sleep 48${process.pid}`
    const sandbox = await daytona.create({ name: 'first' })
    await sandbox.process.executeCommand(`(setsid ${mark} >/dev/null 2>&1 &)`)
    await sandbox.createSnapshot('copy')
    const stop = sandbox.stop()
    stop.catch(() => undefined)
    await emulator.reset()
    await stop.catch(() => undefined)
    expect(await commandLines()).not.toContain(mark)
    expect(emulator.describe().url).toBe(emulator.url)
    const names = (await daytona.snapshot.list()).items.map(({ name }) => name)
    expect(names).toEqual(['daytonaio/sandbox:latest'])
    await daytona.create({ name: 'first' })
  } finally {
    await daytona[Symbol.asyncDispose]()
    await emulator.close()
  }
  expect(await readdir(root)).toEqual([])
})

test('a start that fails leaves nothing', async () => {
  const first = await startDaytonaEmulator({ root })
  try {
    const port = Number(new URL(first.url).port)
    await expect(startDaytonaEmulator({ root, port })).rejects.toMatchObject({ code: 'LISTEN_FAILED' })
  } finally {
    await first.close()
  }
  expect(await readdir(root)).toEqual([])
})

test.each([
  [{ port: 70_000 }, 'INVALID_OPTION'],
  [{ minuteMs: 0 }, 'INVALID_OPTION'],
  [{ transitionMs: -1 }, 'INVALID_OPTION'],
  [{ latencyMs: Number.NaN }, 'INVALID_OPTION'],
  [{ host: '0.0.0.0' }, 'NOT_LOOPBACK'],
])('refuses %j', async (options, code) => {
  const start = startDaytonaEmulator(options)
  await expect(start).rejects.toThrow(EmulatorError)
  await expect(start).rejects.toMatchObject({ code })
})
