import { once } from 'node:events'
import { Daytona } from '@daytonaio/sdk'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDaytonaEmulator } from '@caisson/emulators'
import { connect, useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 60 })
const path = '/api/socket.io/?EIO=4&transport=websocket'
const open = new Set<WebSocket>()

afterEach(() => {
  for (const socket of open) socket.terminate()
  open.clear()
})

interface Listening {
  readonly socket: WebSocket
  readonly frames: string[]
}

async function listen(connectPacket: string): Promise<Listening> {
  const socket = new WebSocket(context.emulator.url.replace('http', 'ws') + path)
  open.add(socket)
  const frames: string[] = []
  socket.on('message', (data) => frames.push((data as Buffer).toString()))
  await once(socket, 'open')
  socket.send(connectPacket)
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(2)
  return { socket, frames }
}

interface StateEvent {
  readonly sandbox: { readonly id: string; readonly state: string }
  readonly oldState: string
  readonly newState: string
}

function changesOf(frames: readonly string[], id: string): string[] {
  return frames
    .filter((frame) => frame.startsWith('42["sandbox.state.updated"'))
    .map((frame) => (JSON.parse(frame.slice(2)) as [string, StateEvent])[1])
    .filter(({ sandbox }) => sandbox.id === id)
    .map(({ oldState, newState, sandbox }) => `${oldState} ${newState} ${sandbox.state}`)
}

test('says hello, lets a key in, and answers pings', async () => {
  const { socket, frames } = await listen('40{"token":"any"}')
  expect(JSON.parse((frames[0] ?? '').slice(1))).toMatchObject({
    upgrades: [],
    pingInterval: 25_000,
    pingTimeout: 20_000,
  })
  expect(frames[0]?.[0]).toBe('0')
  expect(frames[1]).toMatch(/^40\{"sid":".+"\}$/)
  socket.send('2')
  await expect.poll(() => frames.at(-1)).toBe('3')
})

test.each(['40', '40{"token":""}', '40{not json', '40{"key":"x"}'])('refuses %s', async (packet) => {
  const { frames } = await listen(packet)
  expect(frames[1]).toBe('44{"message":"Unauthorized"}')
  await context.create()
  expect(frames).toHaveLength(2)
})

test('tells everyone of the organization about every change of state, in order', async () => {
  const [first, second] = await Promise.all([listen('40{"token":"a"}'), listen('40{"token":"b"}')])
  const sandbox = await context.create({ name: 'watched' })
  await sandbox.stop()
  await sandbox.archive()
  await expect.poll(async () => (await context.daytona.get(sandbox.id)).state).toBe('archived')
  await sandbox.start()
  await sandbox.delete(5, true)
  const expected = [
    'creating started started',
    'started stopping stopping',
    'stopping stopped stopped',
    'stopped archiving archiving',
    'archiving archived archived',
    'archived restoring restoring',
    'restoring started started',
    'started destroying destroying',
    'destroying destroyed destroyed',
  ]
  for (const { frames } of [first, second]) {
    await expect.poll(() => changesOf(frames, sandbox.id)).toEqual(expected)
    const created = frames.find((frame) => frame.startsWith('42["sandbox.created"'))
    expect(JSON.parse((created ?? '').slice(2))[1]).toMatchObject({
      id: sandbox.id,
      name: 'watched',
      state: 'creating',
    })
  }
})

test('goes silent for those who leave', async () => {
  const { socket, frames } = await listen('40{"token":"a"}')
  socket.send('41')
  await once(socket, 'close')
  await context.create()
  expect(frames).toHaveLength(2)
})

test('survives clients that vanish, and what is no protocol', async () => {
  const { socket } = await listen('40{"token":"a"}')
  socket.send('nonsense')
  socket.send('42["no","one","listens"]')
  socket.terminate()
  const refused = new WebSocket(`${context.emulator.url.replace('http', 'ws')}/nowhere`)
  await once(refused, 'error')
  expect((await context.create()).state).toBe('started')
})

test('is what the client waits with: a change is known without being asked for', async () => {
  const { faults, journal } = context.emulator
  const sandbox = await context.create()
  const release = faults.holdTransitions()
  const stop = sandbox.stop()
  const polls = (): number => journal.entries({ kind: 'poll' }).filter(({ outcome }) => outcome === 'answered').length
  await expect.poll(polls).toBeGreaterThanOrEqual(2)
  // From now on looking tells nothing.
  faults.next('GET /sandbox/{id}', { stall: true, times: Number.POSITIVE_INFINITY })
  release()
  await stop
  expect(sandbox.state).toBe('stopped')
  expect(journal.count({ route: 'WS /api/socket.io', kind: 'call' })).toBe(0)
})

test('clients that only poll are served as well', async () => {
  const daytona = connect(context.emulator, true)
  const sandbox = await daytona.create()
  await sandbox.stop()
  await sandbox.delete(5, true)
  expect(sandbox.state).toBe('destroyed')
  await daytona[Symbol.asyncDispose]()
})

test('keys that are not known are refused everywhere', async () => {
  const emulator = await startDaytonaEmulator({ apiKeys: ['right'] })
  const daytona = new Daytona({ apiKey: 'wrong', apiUrl: emulator.apiUrl, target: 'us' })
  try {
    await expect(daytona.create()).rejects.toMatchObject({
      name: 'DaytonaAuthenticationError',
      statusCode: 401,
      message: 'Invalid credentials',
    })
    expect(emulator.env.DAYTONA_API_KEY).toBe('right')
    expect((await fetch(`${emulator.apiUrl}/sandbox`)).status).toBe(401)
    const right = connect(emulator)
    await right.create()
    await right[Symbol.asyncDispose]()
  } finally {
    await daytona[Symbol.asyncDispose]()
    await emulator.close()
  }
})
