import { setTimeout as wait } from 'node:timers/promises'
import { AuthenticationError, RateLimitError, Sandbox, SandboxNotFoundError, ServiceBusyError, TimeoutError } from 'e2b'
import { afterEach, expect, test } from 'vitest'
import { EmulatorError } from '@caisson/emulators'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()
const create = (): Promise<Sandbox> => Sandbox.create({ ...context.connection })

afterEach(() => context.emulator.faults.clear())

test('answers a status, so many times as ordered', async () => {
  const fault = context.emulator.faults.next('POST /v2/sandboxes', { status: 503, times: 2 })
  await expect(create()).rejects.toThrow(ServiceBusyError)
  expect(fault.remaining).toBe(1)
  await expect(create()).rejects.toThrow(ServiceBusyError)
  expect(fault).toMatchObject({ hits: 2, remaining: 0 })
  await (await create()).kill()
})

test('answers a status with its own body and headers', async () => {
  const { faults } = context.emulator
  faults.next('* /v2/sandboxes', { status: 401, body: { code: 401, message: 'go away' } })
  await expect(create()).rejects.toThrow(AuthenticationError)
  faults.next('* /v2/sandboxes', { status: 418, body: 'plain', headers: { 'X-Why': 'test' } })
  const response = await fetch(`${context.emulator.url}/v2/sandboxes`)
  expect([response.status, response.headers.get('x-why'), await response.text()]).toEqual([418, 'test', 'plain'])
})

test('makes the client wait and try again', async () => {
  const fault = context.emulator.faults.next('POST /v2/sandboxes', {
    status: 429,
    headers: { 'Retry-After': '0' },
    times: 2,
  })
  await (await create()).kill()
  expect(fault.hits).toBe(2)
})

test('waits before the work', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('GET /sandboxes/{id}', { latencyMs: 300 })
    const started = performance.now()
    await sandbox.getInfo()
    expect(performance.now() - started).toBeGreaterThanOrEqual(295)
  })
})

test('stalls: no work, no answer', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('POST /sandboxes/{id}/pause', { stall: true })
    await expect(sandbox.pause({ requestTimeoutMs: 300 })).rejects.toThrow(Error)
    expect((await sandbox.getInfo()).state).toBe('running')
  })
})

test('loses an answer: the work is done', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('POST /sandboxes/{id}/pause', { loseResponse: true })
    await expect(sandbox.pause()).rejects.toThrow(Error)
    expect((await sandbox.getInfo()).state).toBe('paused')
    const [entry] = context.emulator.journal.entries({ route: 'POST /sandboxes/{id}/pause' }).slice(-1)
    expect(entry).toMatchObject({ outcome: 'dropped', fault: 'lose response', status: 204 })
  })
})

test('loses the answer of a command: it has run', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('POST /process.Process/Start', { loseResponse: true, sandboxId: sandbox.sandboxId })
    await expect(sandbox.commands.run('echo ran > ran.txt')).rejects.toThrow(Error)
    expect(await sandbox.files.read('ran.txt')).toBe('ran\n')
  })
})

test('resets a connection: no work', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('POST /filesystem.Filesystem/MakeDir', { resetConnection: true })
    await expect(sandbox.files.makeDir('made')).rejects.toThrow(Error)
    expect(await sandbox.files.exists('made')).toBe(false)
  })
})

test('cuts a stream after its first event', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    context.emulator.faults.next('POST /process.Process/Start', { cutAfterFirstEvent: true })
    const command = await sandbox.commands.run('sleep 0.1; echo never seen', { background: true })
    await expect(command.wait()).rejects.toThrow(/terminated/)
    expect(command.stdout).toBe('')
    expect(command.pid).toBeGreaterThan(0)
  })
})

test('cuts an answer after so many bytes', async () => {
  await withSandbox(context.connection, async (sandbox) => {
    await sandbox.files.write('large.txt', 'x'.repeat(100_000))
    context.emulator.faults.next('GET /files', { cutAfterBytes: 1000 })
    await expect(sandbox.files.read('large.txt')).rejects.toThrow(Error)
    expect(await sandbox.files.read('large.txt')).toHaveLength(100_000)
  })
})

test('is for one sandbox only where that was said', async () => {
  await withSandbox(context.connection, async (first) => {
    await withSandbox(context.connection, async (second) => {
      const times = Number.POSITIVE_INFINITY
      const fault = context.emulator.faults.next('GET *', { status: 500, sandboxId: second.sandboxId, times })
      await first.getInfo()
      await expect(second.getInfo()).rejects.toThrow(/500/)
      fault.cancel()
      await second.getInfo()
    })
  })
})

test('kills, pauses and expires a sandbox now', async () => {
  const { faults } = context.emulator
  await withSandbox(context.connection, async (sandbox) => {
    await faults.pause(sandbox.sandboxId)
    expect((await sandbox.getInfo()).state).toBe('paused')
    await faults.kill(sandbox.sandboxId)
    expect(await sandbox.isRunning()).toBe(false)
    await expect(faults.kill(sandbox.sandboxId)).rejects.toThrow(EmulatorError)
  })
  const lifecycle = { onTimeout: 'pause' } as const
  const paused = await Sandbox.create({ ...context.connection, lifecycle })
  await faults.expire(paused.sandboxId)
  expect((await paused.getInfo()).state).toBe('paused')
  await paused.kill()
  const killed = await create()
  await faults.expire(killed.sandboxId)
  await expect(killed.getInfo()).rejects.toThrow(SandboxNotFoundError)
})

test('kills a sandbox under a running command', async () => {
  const sandbox = await create()
  const command = await sandbox.commands.run('sleep 60', { background: true })
  const kill = context.emulator.faults.kill(sandbox.sandboxId)
  await Promise.all([expect(command.wait()).rejects.toThrow(TimeoutError), kill])
})

test('says that the quota is exceeded', async () => {
  const fault = context.emulator.faults.exceedQuota()
  await expect(create()).rejects.toThrow(RateLimitError)
  expect(fault.hits).toBe(1)
  await (await create()).kill()
})

test('forgets everything when reset', async () => {
  const { emulator, connection } = context
  emulator.faults.next('*', { status: 500, times: 100 })
  const sandbox = emulator.faults.limitSandboxes(0)
  expect(sandbox).toBeUndefined()
  await emulator.reset()
  await withSandbox(connection, async (fresh) => expect(await fresh.isRunning()).toBe(true))
  await wait(1)
})

test.each([
  [{}, /expected an effect/],
  [{ status: 500, times: -1 }, /fault\.times: expected a whole number/],
  [{ latencyMs: Number.NaN }, /fault\.latencyMs/],
])('refuses %j', (options, message) => {
  expect(() => context.emulator.faults.next('*', options)).toThrow(message)
})
