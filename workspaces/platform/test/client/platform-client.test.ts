import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PlatformClient, type PlatformCall, type PlatformConnection } from '../../src/client/index.js'
import { PlatformApiError } from '../../src/index.js'
import { platformErrorFacts } from '../../src/driver/error-facts.js'

const token = 'tok-secret-0123456789'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** A client of which each request is answered by `answer`, as a program would that brings its own `fetch`. */
function clientOf(
  answer: (sent: Sent) => Response | Promise<Response>,
  given: Partial<PlatformConnection> = {},
): { client: PlatformClient; sent: Sent[] } {
  const sent: Sent[] = []
  const connection: PlatformConnection = {
    baseUrl: 'https://platform.example',
    accessToken: token,
    projectId: 'my project',
    prefix: 'backend',
    backend: 'railway',
    actingUserId: undefined,
    sessionId: undefined,
    threadId: undefined,
    ...given,
  }
  const request = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init })
    return answer({ url: String(url), init })
  }
  return { client: new PlatformClient({ connection: () => connection, fetch: request }), sent }
}

const call: PlatformCall = { operation: 'do something', method: 'POST', path: '/thing', json: { a: 1 } }
const shape = z.object({ id: z.string() })

async function failureOf(work: Promise<unknown>): Promise<PlatformApiError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PlatformApiError)) throw new TypeError(`Expected a PlatformApiError, got ${String(error)}`)
  return error
}

describe('a request', () => {
  it.each([
    ['backend', 'railway', '/v1/railway/projects/my%20project/thing'],
    ['backend', 'e2b', '/v1/e2b/projects/my%20project/thing'],
    ['v1', 'railway', '/v1/projects/my%20project/thing'],
    ['v2', 'e2b', '/v2/projects/my%20project/thing'],
  ] as const)('with the prefix %s for %s goes to %s', async (prefix, backend, path) => {
    const { client, sent } = clientOf(() => Response.json({ id: 'x' }), { prefix, backend })
    expect(await client.json(call, shape)).toEqual({ id: 'x' })
    expect(sent[0]?.url).toBe(`https://platform.example${path}`)
  })

  it('has the token and who asks in headers, and no secret in its address', async () => {
    const who = { actingUserId: 'u', sessionId: 's', threadId: 't' }
    const { client, sent } = clientOf(() => Response.json({ id: 'x' }), who)
    await client.json({ ...call, query: { a: 'b c', none: undefined } }, shape)
    const [{ url, init } = { url: '', init: {} }] = sent
    expect(url).toMatch(/\/thing\?a=b\+c$/)
    expect(url).not.toContain(token)
    expect(init.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-acting-user-id': 'u',
      'x-mastra-session-id': 's',
      'x-mastra-thread-id': 't',
    })
    expect(init).toMatchObject({ method: 'POST', body: '{"a":1}', redirect: 'manual' })
  })

  it('that says nothing of who asks has no such headers', async () => {
    const { client, sent } = clientOf(() => Response.json({ id: 'x' }))
    await client.json(call, shape)
    expect(Object.keys(sent[0]?.init.headers ?? {}).toSorted()).toEqual(['authorization', 'content-type'])
  })

  it('ends with the time-out of its own, also where the body does not end', async () => {
    const endless = new ReadableStream({ start: () => undefined })
    const { client } = clientOf(() => new Response(endless))
    const error: unknown = await client.json({ ...call, limitMs: 50 }, shape).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'TIMEOUT', retry: 'ambiguous', timeoutMs: 50 })
  })

  it('ends with the reason of the caller’s signal', async () => {
    const { client } = clientOf(async () => new Promise<Response>(() => undefined))
    const controller = new AbortController()
    const work = client.json({ ...call, signal: controller.signal }, shape)
    const reason = new TypeError('enough')
    controller.abort(reason)
    await expect(work).rejects.toBe(reason)
  })
})

describe('[P07] PlatformApiError', () => {
  it.each([
    [401, 'authentication_error', 'UNAUTHENTICATED', 'never'],
    [403, 'permission_error', 'PERMISSION_DENIED', 'never'],
    [404, 'not_found', 'NOT_FOUND', 'never'],
    [409, 'conflict', 'CONFLICT', 'never'],
    [410, 'gone', 'GONE', 'safe'],
    [422, 'invalid_request', 'INVALID_ARGUMENT', 'never'],
    [429, 'rate_limited', 'RATE_LIMITED', 'safe'],
    [500, 'internal_error', 'UNAVAILABLE', 'ambiguous'],
  ])('of a %s has its word %s and means %s, %s', async (status, type, sandboxCode, retry) => {
    const body = JSON.stringify({ error: { type, message: 'In words' } })
    const headers = { 'retry-after': '7' }
    const { client } = clientOf(() => new Response(body, { status, headers: status === 429 ? headers : {} }))
    const error = await failureOf(client.json(call, shape))
    expect(error).toMatchObject({ status, code: type, proxyMessage: 'In words', body, sandboxCode, retry })
    expect(error.message).toBe(`platform: do something failed with status ${status}: ${type}: In words`)
    expect(error.retryAfterMs).toBe(status === 429 ? 7000 : undefined)
    expect(platformErrorFacts(error)).toMatchObject({ code: sandboxCode, retry, isPublic: true })
  })

  it.each([
    ['<html><h1>502 Bad Gateway</h1></html>'],
    [''],
    ['{"error":"a text"}'],
    ['{"error":{"message":"no type"}}'],
    ['{"error":{"type":1,"message":"m"}}'],
    ['null'],
    ['{"error":'],
  ])('of %j has the raw body, and neither word nor sentence', async (body) => {
    const { client } = clientOf(() => new Response(body, { status: 502 }))
    const error = await failureOf(client.json(call, shape))
    expect(error).toMatchObject({ status: 502, body, code: undefined, proxyMessage: undefined, retry: 'ambiguous' })
  })

  it.each([['<html>hello</html>'], ['{"id":'], ['{"id":5}'], ['[]'], ['']])(
    'says that a success with %j cannot be understood',
    async (body) => {
      const { client } = clientOf(() => new Response(body))
      const error = await failureOf(client.json(call, shape))
      expect(error).toMatchObject({
        status: 200,
        body,
        code: undefined,
        sandboxCode: 'UNAVAILABLE',
        retry: 'ambiguous',
      })
      const looked = await failureOf(client.json({ ...call, method: 'GET', json: undefined }, shape))
      expect(looked.retry).toBe('safe')
    },
  )

  it('shows no token, however it is written', async () => {
    const odd = 'tok"en\\secret/+='
    const echo = JSON.stringify({ error: { type: 'bad', message: `Bearer ${odd} ${encodeURIComponent(odd)}` } })
    const { client } = clientOf(() => new Response(echo, { status: 400 }), { accessToken: odd })
    const error = await failureOf(client.json(call, shape))
    const shown = [error.message, error.body, error.proxyMessage, JSON.stringify(error), String(error.stack)].join()
    for (const secret of [odd, encodeURIComponent(odd), JSON.stringify(odd).slice(1, -1)]) {
      expect(shown).not.toContain(secret)
    }
    expect(error.proxyMessage).toBe('Bearer *** ***')
  })

  it('is told of an answer that is longer than anybody can want', async () => {
    const piece = new Uint8Array(1024 * 1024)
    const source = new ReadableStream({ pull: (controller) => controller.enqueue(piece) })
    const { client } = clientOf(() => new Response(source))
    const error = await failureOf(client.json(call, shape))
    expect(error.message).toContain('longer than 16777216 bytes')
  })

  it('is not made of a failure of the network', async () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const { client } = clientOf(() => {
      throw new TypeError('fetch failed', { cause })
    })
    const error: unknown = await client.json(call, shape).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(PlatformApiError)
    expect(platformErrorFacts(error)).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
  })
})
