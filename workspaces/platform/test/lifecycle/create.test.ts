import { afterEach, describe, expect, it } from 'vitest'
import { PlatformApiError, type PlatformSandboxOptions } from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'
import { stateOf } from '../support/machines.js'

const target = useEmulated()
afterEach(() => target.emulator.reset())

const create = 'POST /sandbox'
const destroy = 'DELETE /sandbox/{id}'
const created = (): number => target.emulator.journal.count({ route: create })

/** Options that keep what is sent to create a sandbox, beside sending it. */
function recording(): { readonly options: PlatformSandboxOptions; readonly bodies: Record<string, unknown>[] } {
  const bodies: Record<string, unknown>[] = []
  const send: typeof fetch = async (input, init) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body) as Record<string, unknown>)
    return fetch(input, init)
  }
  return { options: { fetch: send }, bodies }
}

const failureOf = async (promise: Promise<unknown>): Promise<unknown> => promise.catch((reason: unknown) => reason)

describe('what a creation asks for', () => {
  it('is what the options say, and nothing else', async () => {
    const { options, bodies } = recording()
    const given = { idleTimeoutMinutes: 30, networkIsolation: 'PRIVATE', seedCheckpointName: 'seed' } as const
    await target.make({ ...options, ...given, id: 'box', env: { A: '1', B: undefined } }).start()
    await target.make({ ...options, id: 'other' }).start()
    const { environmentId } = target.connection
    expect(bodies).toEqual([
      { id: 'box', environmentId, ...given, env: { A: '1' } },
      { id: 'other', environmentId, env: {} },
    ])
  })

  it('is sent in the name of who acts, with the token in a header and in no address', async () => {
    const seen: Request[] = []
    const options = { actingUserId: ' user-1 ', sessionId: 'session-1', threadId: 'thread-1' }
    const send: typeof fetch = async (input, init) => {
      seen.push(new Request(input, init))
      return fetch(input, init)
    }
    await target.make({ ...options, fetch: send }).start()
    expect(seen).toHaveLength(2)
    for (const { headers, url } of seen) {
      expect(url).not.toContain(target.connection.accessToken)
      expect(headers.get('authorization')).toBe(`Bearer ${target.connection.accessToken}`)
      expect(headers.get('x-acting-user-id')).toBe('user-1')
      expect(headers.get('x-mastra-session-id')).toBe('session-1')
      expect(headers.get('x-mastra-thread-id')).toBe('thread-1')
    }
  })

  it('carries each creation after the first under another id where none was chosen, so that none recovers', async () => {
    const { options, bodies } = recording()
    const sandbox = target.make(options)
    for (let round = 0; round < 3; round += 1) {
      await sandbox.executeCommand('echo mine > kept.txt')
      await target.emulator.faults.expire(sandbox.sandboxId ?? '')
      await failureOf(sandbox.executeCommand('true'))
      expect((await sandbox.executeCommand('cat kept.txt')).exitCode).toBe(1)
      await sandbox.destroy()
      await sandbox.start()
    }
    const ids = bodies.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toBe(sandbox.id)
  })
})

describe('a creation that fails', () => {
  it('because its answer is lost is told as one that may have been carried out, and is not sent again [P9]', async () => {
    target.emulator.faults.loseResponse(create)
    const sandbox = target.make({ id: 'box' })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'UNAVAILABLE', retry: 'ambiguous' })
    expect(created()).toBe(1)
    expect(sandbox.status).toBe('error')
  })

  it('because of the edge shows its page, and is not sent again [P9]', async () => {
    target.emulator.faults.next(create, { status: 502, body: '<html>bad gateway</html>' })
    const error = await failureOf(target.make().start())
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status: 502, code: undefined, proxyMessage: undefined, retry: 'ambiguous' })
    expect(error).toMatchObject({ body: '<html>bad gateway</html>' })
    expect(created()).toBe(1)
  })

  it.each([
    ['what is no JSON', '{"id": "trunc'],
    ['a page', '<html></html>'],
    ['another shape', '{"sandbox":{"id":"x"}}'],
    ['a wrong type', '{"id":7}'],
  ])('because the answer is %s shows the answer', async (_title, body) => {
    const error = await failureOf(target.make({ fetch: async () => new Response(body, { status: 201 }) }).start())
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status: 201, body, code: undefined, retry: 'ambiguous' })
  })

  it('because it is refused says why in both words', async () => {
    target.emulator.faults.exceedQuota()
    const error = await failureOf(target.make().start())
    expect(error).toBeInstanceOf(PlatformApiError)
    expect(error).toMatchObject({ status: 403, code: 'quota_exceeded', retry: 'never' })
    expect(error).toHaveProperty('proxyMessage', expect.stringContaining('quota'))
    expect(created()).toBe(1)
  })

  it('because of a rate limit is waited for', async () => {
    target.emulator.faults.rateLimit(create, { retryAfterSeconds: 0 })
    expect(await target.make().start()).toEqual({ outcome: 'created' })
    expect(created()).toBe(2)
  })

  it('but for the lease keeps the machine: the first command asks for another', async () => {
    target.emulator.faults.next('POST /sandbox/{id}/exec-lease', { status: 500 })
    const sandbox = target.make()
    await sandbox.start()
    expect((await sandbox.executeCommand('echo hi')).stdout).toBe('hi\n')
    expect(created()).toBe(1)
  })
})

describe('a creation that nobody wants any more', () => {
  it('leaves no machine when a destroy comes meanwhile', async () => {
    target.emulator.faults.next(create, { latencyMs: 300 })
    const sandbox = target.make()
    const starting = failureOf(sandbox.start())
    await expect.poll(created).toBe(1)
    await sandbox.destroy()
    expect(await starting).toMatchObject({ code: 'INVALID_STATE' })
    expect(sandbox.status).toBe('destroyed')
    expect(target.emulator.journal.count({ route: destroy })).toBe(1)
  })

  it('leaves none when its start was aborted', async () => {
    target.emulator.faults.next(create, { latencyMs: 300 })
    const abort = new AbortController()
    const starting = failureOf(target.make().start({ abortSignal: abort.signal }))
    await expect.poll(created).toBe(1)
    abort.abort()
    expect(await starting).toMatchObject({ code: 'ABORTED' })
    await expect.poll(() => target.emulator.journal.count({ route: destroy })).toBe(1)
  })

  it('is adopted by a later start when the first one gave up', async () => {
    target.emulator.faults.next(create, { latencyMs: 1500 })
    const sandbox = target.make({ startTimeoutMs: 1000 })
    await expect(sandbox.start()).rejects.toMatchObject({ code: 'TIMEOUT' })
    const again = target.emulator.journal.count({ route: create })
    expect(again).toBe(1)
    // Somebody waits all the time: what comes while nobody does is removed.
    let outcome = await failureOf(sandbox.start())
    for (let tries = 1; tries < 10 && outcome instanceof Error; tries += 1) outcome = await failureOf(sandbox.start())
    expect(outcome).toEqual({ outcome: 'created' })
    expect(created()).toBe(1)
    expect(await stateOf(target, sandbox.sandboxId ?? '')).toBe('RUNNING')
  })
})
