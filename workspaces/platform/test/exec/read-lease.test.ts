import { expect, it } from 'vitest'
import { PlatformApiError, PlatformClient } from '../../src/client/index.js'
import { mintLease } from '../../src/exec/read-lease.js'
import { SandboxDestroyedError } from '../../src/exec/sandbox-destroyed-error.js'

const asked: string[] = []

/** A platform that answers with this, whatever it is asked. */
function clientOf(status: number, body: string): PlatformClient {
  asked.length = 0
  const connection = {
    baseUrl: 'http://127.0.0.1:1',
    prefix: 'backend',
    backend: 'railway',
    projectId: 'p',
    accessToken: 'secret',
    actingUserId: undefined,
    sessionId: undefined,
    threadId: undefined,
  } as const
  const answer: typeof fetch = async (input) => {
    asked.push(input instanceof Request ? input.url : input.toString())
    return new Response(body, { status })
  }
  return new PlatformClient({ connection: () => connection, fetch: answer })
}

const whole = {
  provider: 'railway',
  sandboxId: 'sbx/1',
  providerResourceId: 'machine',
  jwt: 'jwt',
  wsEndpoint: 'wss://example.test/exec',
  subprotocol: 'railway-shell',
  expiresAt: '2030-01-01T00:00:00.000Z',
  features: ['stdin', 'news'],
}

it('reads a lease', async () => {
  const { expiresAt: _time, ...rest } = whole
  const lease = await mintLease(clientOf(200, JSON.stringify(whole)), 'sbx/1')
  expect(lease).toEqual({ ...rest, expiresAtMs: Date.UTC(2030, 0, 1) })
  expect(asked).toEqual(['http://127.0.0.1:1/v1/railway/projects/p/sandbox/sbx%2F1/exec-lease'])
})

it.each([[null], ['tomorrow'], [undefined]])('takes %j for an end that is not told', async (expiresAt) => {
  const { subprotocol: _name, features: _list, ...rest } = whole
  const lease = await mintLease(clientOf(200, JSON.stringify({ ...rest, expiresAt })), 'sbx/1')
  expect(lease).toMatchObject({ expiresAtMs: undefined, subprotocol: 'railway-shell', features: [] })
})

it.each([
  '<html>Bad Gateway</html>',
  '',
  '[]',
  'null',
  JSON.stringify(whole).slice(0, -10),
  JSON.stringify({ ...whole, jwt: 7 }),
  JSON.stringify({ ...whole, wsEndpoint: '' }),
  JSON.stringify({ ...whole, provider: 'other' }),
  JSON.stringify({ ...whole, features: 'stdin' }),
])('tells an answer that is no lease, with its body: %s', async (body) => {
  const error = await mintLease(clientOf(200, body), 'sbx').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(PlatformApiError)
  expect(error).toMatchObject({ status: 200, body, sandboxCode: 'UNAVAILABLE' })
})

it('takes a 410 for the end of the sandbox', async () => {
  const error = await mintLease(clientOf(410, '{"error":{"type":"gone","message":"destroyed"}}'), 'sbx').catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SandboxDestroyedError)
  expect(error).toMatchObject({ code: 'GONE', retry: 'safe', sandboxId: 'sbx', cause: { status: 410, code: 'gone' } })
})

it.each([404, 500, 501])('passes a %i on', async (status) => {
  const error = await mintLease(clientOf(status, 'text'), 'sbx').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'PlatformApiError', status, body: 'text' })
})
