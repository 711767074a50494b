import {
  DaytonaConflictError,
  DaytonaConnectionError,
  DaytonaError,
  DaytonaForbiddenError,
  DaytonaNotFoundError,
  DaytonaRateLimitError,
} from '@daytonaio/sdk'
import { describe, expect, test } from 'vitest'
import { EmulatorError } from '@caisson/emulators'
import { useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 0 })

test('answers what was ordered instead of doing the work', async () => {
  const { faults } = context.emulator
  const fault = faults.next('POST /sandbox', { status: 409, body: { message: 'busy', statusCode: 409 } })
  await expect(context.create()).rejects.toThrow(DaytonaConflictError)
  expect(fault).toMatchObject({ hits: 1, remaining: 0 })
  expect((await context.create()).state).toBe('started')
})

test('loses the answer of a creation: the sandbox is there', async () => {
  context.emulator.faults.next('POST /sandbox', { loseResponse: true })
  await expect(context.create({ name: 'lost' })).rejects.toThrow(DaytonaConnectionError)
  expect((await context.daytona.get('lost')).state).toBe('started')
})

test('resets a connection: no work', async () => {
  const sandbox = await context.create()
  context.emulator.faults.next('POST /toolbox/process/execute', { resetConnection: true, sandboxId: sandbox.id })
  await expect(sandbox.process.executeCommand('touch made')).rejects.toThrow(DaytonaConnectionError)
  expect((await sandbox.process.executeCommand('ls')).result).not.toContain('made')
})

test('cuts the log of a session in the middle', async () => {
  const sandbox = await context.create()
  await sandbox.process.createSession('s')
  const { cmdId } = await sandbox.process.executeSessionCommand('s', {
    command: 'echo first; read line; echo second',
    runAsync: true,
    suppressInputEcho: true,
  })
  const route = 'WS /toolbox/process/session/{id}/command/{id}/logs'
  const fault = context.emulator.faults.next(route, { cutAfterFirstEvent: true })
  let seen = ''
  const collect = (text: string): void => void (seen += text)
  await sandbox.process.getSessionCommandLogs('s', cmdId, collect, collect)
  expect(seen).toBe('first\n')
  expect(fault.hits).toBe(1)
  seen = ''
  await sandbox.process.sendSessionCommandInput('s', cmdId, 'go on')
  await sandbox.process.getSessionCommandLogs('s', cmdId, collect, collect)
  expect(seen).toBe('first\nsecond\n')
  expect(context.emulator.journal.entries({ route }).map(({ fault: words, outcome }) => [words, outcome])).toEqual([
    ['cut after the first event', 'answered'],
    [undefined, 'answered'],
  ])
})

test('refuses a websocket', async () => {
  const sandbox = await context.create()
  context.emulator.faults.next('WS *', { status: 503 })
  const data: string[] = []
  const onData = (bytes: Uint8Array): void => void data.push(String(bytes))
  await expect(sandbox.process.createPty({ id: 'p', cols: 80, rows: 24, onData })).rejects.toThrow(
    DaytonaConnectionError,
  )
  expect(context.emulator.journal.entries({ status: 503 })).toHaveLength(1)
})

describe('things that happen behind the back of the client', () => {
  test('the sandbox is gone', async () => {
    const sandbox = await context.create()
    await context.emulator.faults.kill(sandbox.id)
    await expect(sandbox.process.executeCommand('true')).rejects.toThrow(DaytonaNotFoundError)
    await expect(context.daytona.get(sandbox.id)).rejects.toThrow(DaytonaNotFoundError)
    await expect(context.emulator.faults.kill(sandbox.id)).rejects.toThrow(EmulatorError)
  })

  test('it is stopped, archived, or fails', async () => {
    const { faults } = context.emulator
    const sandbox = await context.create({ name: 'by-name' })
    await faults.stop('by-name')
    expect((await context.daytona.get(sandbox.id)).state).toBe('stopped')
    await sandbox.start()
    await faults.archive(sandbox.id)
    expect((await context.daytona.get(sandbox.id)).state).toBe('archived')
    await sandbox.start()
    await faults.fail(sandbox.id, 'the runner is lost')
    await sandbox.refreshData()
    expect(sandbox).toMatchObject({ state: 'error', errorReason: 'the runner is lost' })
  })

  test('it is gone while it starts', async () => {
    const sandbox = await context.create()
    await sandbox.stop()
    const start = sandbox.start()
    start.catch(() => undefined)
    await expect.poll(async () => (await context.daytona.get(sandbox.id)).state).toBe('starting')
    await context.emulator.faults.kill(sandbox.id)
    await expect(start).rejects.toThrow(DaytonaError)
    const { machines } = context.emulator.describe()
    const left = await context.create()
    expect((await left.process.executeCommand('echo up')).result).toBe('up\n')
    expect(machines.backing).toBe(context.emulator.describe().machines.backing)
  })

  test('a change of state does not end until it is let', async () => {
    const sandbox = await context.create()
    const release = context.emulator.faults.holdTransitions()
    const created = await context.ask('POST', '/api/sandbox', { name: 'held' })
    expect(await created.json()).toMatchObject({ state: 'creating' })
    const stop = sandbox.stop()
    await expect.poll(async () => (await context.daytona.get(sandbox.id)).state).toBe('stopping')
    release()
    await stop
    await expect.poll(async () => (await context.daytona.get('held')).state).toBe('started')
  })
})

describe('limits', () => {
  test('a quota', async () => {
    const fault = context.emulator.faults.exceedQuota()
    const refused = context.create()
    await expect(refused).rejects.toThrow(DaytonaForbiddenError)
    await expect(refused).rejects.toThrow('Total CPU limit exceeded. Maximum allowed: 10.')
    expect(fault.hits).toBe(1)
    await context.create()
  })

  test('so many sandboxes that run at once', async () => {
    const { faults } = context.emulator
    faults.limitSandboxes(1)
    const first = await context.create()
    await expect(context.create({ name: 'second' })).rejects.toThrow('Total CPU limit exceeded')
    await first.stop()
    const second = await context.create({ name: 'second' })
    await expect(first.start()).rejects.toThrow(DaytonaForbiddenError)
    await second.delete(5, true)
    await first.start()
    faults.limitSandboxes(undefined)
    await context.create()
  })

  test('so many requests in so much time', async () => {
    const fault = context.emulator.faults.rateLimit('GET /sandbox/{id}', { retryAfterSeconds: 7, times: 2 })
    const sandbox = await context.create()
    const refused = context.daytona.get(sandbox.id)
    await expect(refused).rejects.toThrow(DaytonaRateLimitError)
    await expect(refused).rejects.toThrow('ThrottlerException: Too Many Requests')
    const response = await context.ask('GET', `/api/sandbox/${sandbox.id}`)
    const header = (name: string): string | null => response.headers.get(name)
    expect([header('retry-after'), header('x-ratelimit-remaining-authenticated')]).toEqual(['7', '0'])
    expect(fault.remaining).toBe(0)
    await context.daytona.get(sandbox.id)
  })
})

test('forgets everything when reset', async () => {
  const { emulator } = context
  emulator.faults.next('*', { status: 500, times: 100 })
  emulator.faults.limitSandboxes(0)
  emulator.faults.holdTransitions()
  await emulator.reset()
  expect((await context.create()).state).toBe('started')
  expect(emulator.journal.count({ kind: 'call' })).toBe(1)
})

test('refuses a fault that does nothing', () => {
  expect(() => context.emulator.faults.next('*', {})).toThrow(/expected an effect/)
})
