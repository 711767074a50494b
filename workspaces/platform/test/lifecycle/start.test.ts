import { afterEach, describe, expect, it } from 'vitest'
import { PlatformApiError } from '../../src/index.js'
import { callsOf, makeForeign, stateOf } from '../support/machines.js'
import { useEmulated } from '../support/emulated.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const create = 'POST /sandbox'
const look = 'GET /sandbox/{id}'
const lease = 'POST /sandbox/{id}/exec-lease'
const exec = 'WS /exec'
const created = (): number => target.emulator.journal.count({ route: create })

describe('a new sandbox', () => {
  it('costs two requests, the lease included, and a command one [P11]', async () => {
    const sandbox = target.make()
    const start = async (): Promise<void> => expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(await callsOf(target, start)).toEqual({ [create]: 1, [lease]: 1 })
    expect(await callsOf(target, () => sandbox.start())).toEqual({})
    expect(await callsOf(target, () => sandbox.executeCommand('true'))).toEqual({ [exec]: 1 })
    expect(await callsOf(target, () => sandbox.executeCommand('true', [], { onStdout: () => undefined }))).toEqual({
      [exec]: 1,
    })
    expect(await stateOf(target, sandbox.sandboxId ?? '')).toBe('RUNNING')
  })

  it('is provisioned by the first command, and a start that joins it makes no second one [C05]', async () => {
    const sandbox = target.make()
    const results = await Promise.all([sandbox.executeCommand('echo', ['hi']), sandbox.start(), sandbox.start()])
    expect(results[0].stdout).toBe('hi\n')
    expect(created()).toBe(1)
  })

  it('has its environment in every process, from its creation on', async () => {
    const sandbox = target.make({ env: { GREETING: 'hello', GONE: undefined } })
    const print = 'echo "$GREETING ${GONE-unset}"'
    expect((await sandbox.executeCommand(print)).stdout).toBe('hello unset\n')
    expect((await sandbox.executeCommand(print, [], { env: { GREETING: undefined } })).stdout).toBe(' unset\n')
  })

  it('says once in the log what came of a start', async () => {
    const lines: unknown[][] = []
    const silence = { debug: () => undefined, warn: () => undefined, error: () => undefined }
    const sandbox = target.make({
      sessionId: 'session-1',
      logger: { ...silence, info: (...line: unknown[]) => void lines.push(line) },
    })
    await sandbox.start()
    const facts = { sandboxId: sandbox.sandboxId, sessionId: 'session-1', mode: 'created' }
    expect(lines).toEqual([['platform: sandbox started', expect.objectContaining(facts)]])
  })
})

describe('reconnecting by sandboxId', () => {
  it('takes exactly that machine with its processes, for two requests and without an environment', async () => {
    await using first = target.make({ env: { A: '1' } })
    await first.start()
    const { sandboxId } = first
    const server = await first.processes.spawn('echo up; sleep 60')
    const second = target.make({ sandboxId, environmentId: '' })
    const start = async (): Promise<void> => expect(await second.start()).toEqual({ outcome: 'connected' })
    expect(await callsOf(target, start)).toEqual({ [look]: 1, [lease]: 1 })
    expect(second.sandboxId).toBe(sandboxId)
    const joined = await second.processes.get(server.pid)
    await expect.poll(() => joined?.stdout).toBe('up\n')
    await joined?.kill()
    // The machine has it, and this object has not put it there.
    expect((await second.executeCommand('echo $A')).stdout).toBe('1\n')
  })

  it('provisions anew when the target was destroyed, known as such or forgotten', async () => {
    const sandboxId = await makeForeign(target)
    await target.emulator.faults.kill(sandboxId)
    const sandbox = target.make({ sandboxId })
    const start = async (): Promise<void> => expect(await sandbox.start()).toEqual({ outcome: 'created' })
    expect(await callsOf(target, start)).toEqual({ [look]: 1, [create]: 1, [lease]: 1 })
    for (const status of [404, 410]) {
      target.emulator.faults.next(look, { status })
      expect(await target.make({ sandboxId }).start()).toEqual({ outcome: 'created' })
    }
  })

  it('that is gone needs an environment for the next one', async () => {
    const sandbox = target.make({ sandboxId: 'nothing', environmentId: '' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(sandbox.start()).rejects.toThrow(/environmentId.*MASTRA_ENVIRONMENT_ID/)
    expect(created()).toBe(0)
  })

  it.each([
    ['a failure of the edge', { status: 502, body: '<html>bad gateway</html>' }, 502, undefined],
    ['a bad token', { status: 401 }, 401, 'authentication_error'],
  ])('surfaces %s and replaces nothing', async (_title, fault, status, code) => {
    const sandboxId = await makeForeign(target)
    const before = created()
    target.emulator.faults.next(look, fault)
    const error: unknown = await target
      .make({ sandboxId })
      .start()
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status, code, retry: status === 401 ? 'never' : 'safe' })
    expect(created()).toBe(before)
  })
})

describe('what is missing is named, and nothing is sent', () => {
  it.each([
    ['accessToken', 'MASTRA_PLATFORM_ACCESS_TOKEN', 'UNAUTHENTICATED'],
    ['projectId', 'MASTRA_PROJECT_ID', 'UNAUTHENTICATED'],
    ['environmentId', 'MASTRA_ENVIRONMENT_ID', 'INVALID_ARGUMENT'],
  ])('%s', async (option, variable, code) => {
    const error: unknown = await target
      .make({ [option]: '' })
      .start()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect(String(error)).toContain(option)
    expect(String(error)).toContain(variable)
    expect(target.emulator.journal.count()).toBe(0)
  })
})
