import { describe, expect, it } from 'vitest'
import { PlatformClient, type ShownSandbox, usePlatform } from './support/platform-context.js'

const context = usePlatform()

describe.each(['/v1', '/v2', '/v1/railway'])('Below %s', (prefix) => {
  it('all of a sandbox is served', async () => {
    const client = new PlatformClient(context.client.emulator, prefix)
    const { id } = await client.create()
    expect(await client.run(id, 'echo $0')).toMatchObject({ exit_code: 0 })
    expect(await (await client.ask('POST', `/sandbox/${id}/exec`, { command: 'echo a; exit 2' })).json()).toEqual({
      exitCode: 2,
      stdout: 'a\n',
      stderr: '',
    })
    expect((await client.ask('DELETE', `/sandbox/${id}`)).status).toBe(204)
  })
})

const rows: readonly (readonly [string, unknown, RegExp])[] = [
  ['no JSON', 'nonsense{', /JSON/],
  ['a list', '[]', /object/],
  ['no environment', { id: 'a' }, /environmentId/],
  ['an environment that is a number', { id: 'a', environmentId: 1 }, /environmentId/],
  ['no id', { environmentId: 'e' }, /^id/],
  ['an id without letters', { environmentId: 'e', id: ' ' }, /^id/],
  ['an id that is too long', { environmentId: 'e', id: 'x'.repeat(256) }, /^id/],
  ['a seed that is a number', { environmentId: 'e', id: 'a', seedCheckpointName: 1 }, /seedCheckpointName/],
  ['no minutes', { environmentId: 'e', id: 'a', idleTimeoutMinutes: 0 }, /idleTimeoutMinutes/],
  ['half a minute', { environmentId: 'e', id: 'a', idleTimeoutMinutes: 0.5 }, /idleTimeoutMinutes/],
  ['too many minutes', { environmentId: 'e', id: 'a', idleTimeoutMinutes: 1441 }, /idleTimeoutMinutes/],
  ['another isolation', { environmentId: 'e', id: 'a', networkIsolation: 'PUBLIC' }, /networkIsolation/],
  ['a list of variables', { environmentId: 'e', id: 'a', env: ['a'] }, /env/],
  ['a number in a variable', { environmentId: 'e', id: 'a', env: { A: 1 } }, /env\.A/],
  ['a variable that cannot be', { environmentId: 'e', id: 'a', env: { 'A=B': '' } }, /A=B/],
  ['a template of another version', { environmentId: 'e', id: 'a', templateDefinition: { schemaVersion: 9 } }, /./],
]

describe('A creation', () => {
  it.each(rows)('is refused with %s', async (_title, body, message) => {
    const answer = await context.client.ask('POST', '/sandbox', body)
    expect(answer.status).toBe(400)
    const { error } = (await answer.json()) as { error: { type: string; message: string } }
    expect(error.type).toBe('invalid_request')
    expect(error.message).toMatch(message)
  })

  it('takes null for what is not said', async () => {
    const { client } = context
    const nothing = { seedCheckpointName: null, templateDefinition: null, idleTimeoutMinutes: null }
    const { id } = await client.create({ ...nothing, networkIsolation: null, env: null })
    expect((await client.run(id, 'true')).exit_code).toBe(0)
  })

  it('is refused when the quota is used up', async () => {
    const { client } = context
    client.emulator.faults.limitSandboxes(1)
    const { id } = await client.create()
    const refused = await client.ask('POST', '/sandbox', { environmentId: 'e', id: 'a' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { type: 'quota_exceeded' } })
    await client.ask('DELETE', `/sandbox/${id}`)
    await client.create()
    client.emulator.faults.limitSandboxes(undefined)
    await client.create()
    client.emulator.faults.exceedQuota()
    expect((await client.ask('POST', '/sandbox', { environmentId: 'e', id: 'a' })).status).toBe(403)
  })

  it('of which the answer is lost has made a sandbox', async () => {
    const { client } = context
    client.emulator.faults.loseResponse('POST /sandbox')
    await expect(client.create()).rejects.toThrow('fetch failed')
    client.emulator.faults.limitSandboxes(1)
    expect((await client.ask('POST', '/sandbox', { environmentId: 'e', id: 'a' })).status).toBe(403)
  })
})

describe('Requests that make no sense', () => {
  it.each(['', 'Basic abc', 'Bearer ', 'Bearer'])('are those of %j', async (authorization) => {
    const { client } = context
    const answer = await client.ask(
      'POST',
      '/sandbox',
      { environmentId: 'e', id: 'a' },
      { Authorization: authorization },
    )
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: { type: 'authentication_error', message: expect.any(String) } })
  })

  it.each([
    ['GET', '/nothing'],
    ['PATCH', '/sandbox'],
    ['GET', '/sandbox/a/exec-lease'],
  ])('are %s %s', async (method, path) => {
    const answer = await context.client.ask(method, path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { type: 'not_found' } })
    expect(context.client.emulator.journal.unrouted()).toHaveLength(1)
  })

  it.each([
    ['/sandbox/never-was/exec-lease', undefined],
    ['/sandbox/never-was/exec', { command: 'true' }],
    ['/sandbox/%2e%2e/exec-lease', undefined],
  ])('are those for sandboxes that never were: %s', async (path, body) => {
    const answer = await context.client.ask('POST', path, body)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { type: 'not_found' } })
  })

  it('are commands that are none', async () => {
    const { id } = await context.client.create()
    for (const body of [{}, { command: 1 }, { command: 'true', timeoutSec: 'x' }, { command: 'true', env: { A: 1 } }]) {
      const answer = await context.client.ask('POST', `/sandbox/${id}/exec`, body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request' } })
    }
  })
})

describe('Requests that are slowed down', () => {
  it('are told to wait', async () => {
    const { client } = context
    const { id } = await client.create()
    client.emulator.faults.rateLimit('GET /sandbox/{id}', { retryAfterSeconds: 7, times: 2 })
    for (let round = 0; round < 2; round += 1) {
      const answer = await client.ask('GET', `/sandbox/${id}`)
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '7'])
      expect(await answer.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
    }
    expect((await client.ask('GET', `/sandbox/${id}`)).status).toBe(200)
  })
})

describe('The journal', () => {
  it('shows who has asked, and no secret', async () => {
    const { client } = context
    const who = { 'x-acting-user-id': 'u1', 'x-mastra-session-id': 's1', 'x-mastra-thread-id': 't1' }
    const sandbox = (await (
      await client.ask('POST', '/sandbox', { environmentId: 'e', id: 'a', networkIsolation: 'PRIVATE' }, who)
    ).json()) as ShownSandbox
    const { jwt } = await client.lease(sandbox.id)
    await client.run(sandbox.id, 'true')
    const { journal, env } = client.emulator
    expect(journal.entries()[0]?.headers).toMatchObject(who)
    const text = JSON.stringify(journal.entries())
    for (const secret of [env.MASTRA_PLATFORM_ACCESS_TOKEN, jwt, sandbox.instanceToken ?? 'none']) {
      expect(text).not.toContain(secret)
    }
    expect(journal.routes()).toEqual({ 'POST /sandbox': 1, 'POST /sandbox/{id}/exec-lease': 2, 'WS /exec': 1 })
  })
})

describe('A sandbox that was destroyed long ago', () => {
  const short = usePlatform({ destroyedKeptMs: 0, accessTokens: ['known'] })

  it('is gone', async () => {
    const { client } = short
    const { id } = await client.create()
    await client.ask('DELETE', `/sandbox/${id}`)
    const answer = await client.ask('GET', `/sandbox/${id}`)
    expect(answer.status).toBe(410)
    expect(await answer.json()).toMatchObject({ error: { type: 'gone' } })
    expect((await client.ask('DELETE', `/sandbox/${id}`)).status).toBe(204)
  })

  it('is told to none but those whose token is known', async () => {
    const { client } = short
    expect(client.emulator.env.MASTRA_PLATFORM_ACCESS_TOKEN).toBe('known')
    const answer = await client.ask('GET', '/sandbox/a', undefined, { Authorization: 'Bearer unknown' })
    expect(answer.status).toBe(401)
  })
})
