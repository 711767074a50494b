import { expect, test } from 'vitest'
import { AuthenticationError, Sandbox } from 'e2b'
import { startE2BEmulator } from '@caisson/emulators'
import { connectionOf, useEmulator } from './start.js'

// What older clients of the vendor send, and what none sends.
const context = useEmulator({ templates: ['code-interpreter-v1'] })

interface Received {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Received> {
  const response = await fetch(context.emulator.url + path, {
    method,
    headers: { 'X-API-KEY': 'key', 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    headers: response.headers,
  }
}

async function create(path = '/sandboxes', body: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const answer = await ask('POST', path, { templateID: 'base', ...body })
  expect(answer.status).toBe(201)
  return answer.body
}

test('makes sandboxes in the first way: without a token unless asked for, for 15 seconds', async () => {
  const open = await create()
  expect(open).not.toHaveProperty('envdAccessToken')
  const id = String(open['sandboxID'])
  const detail = (await ask('GET', `/sandboxes/${id}`)).body
  expect(Date.parse(String(detail['endAt'])) - Date.parse(String(detail['startedAt']))).toBe(15_000)
  const headers = { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': '49983' }
  expect((await fetch(`${context.emulator.url}/envs`, { headers })).status).toBe(200)
  const secure = await create('/sandboxes', { secure: true, timeout: 60 })
  expect(secure['envdAccessToken']).toMatch(/^[0-9a-f]{48}$/)
  for (const each of [open, secure])
    expect((await ask('DELETE', `/sandboxes/${String(each['sandboxID'])}`)).status).toBe(204)
})

test('connects, resumes and refreshes in the first way', async () => {
  const sandbox = await create('/v2/sandboxes', { timeout: 60 })
  const id = `${String(sandbox['sandboxID'])}-${String(sandbox['clientID'])}`
  const path = `/sandboxes/${id}`
  expect((await ask('POST', `${path}/resume`, {})).body).toEqual({
    code: 409,
    message: `Sandbox ${String(sandbox['sandboxID'])} is already running`,
  })
  expect((await ask('POST', `${path}/connect`, { timeout: 30 })).status).toBe(200)
  expect((await ask('POST', `${path}/pause`, {})).status).toBe(204)
  expect((await ask('POST', `${path}/pause`, {})).status).toBe(409)
  const resumed = await ask('POST', `${path}/resume`, { timeout: 30 })
  expect(resumed).toMatchObject({ status: 201, body: { envdAccessToken: sandbox['envdAccessToken'] } })
  expect((await ask('POST', `${path}/refreshes`, { duration: 600 })).status).toBe(204)
  const detail = (await ask('GET', path)).body
  expect(Date.parse(String(detail['endAt'])) - Date.now()).toBeGreaterThan(590_000)
  expect((await ask('GET', `/v2${path}/logs`)).body).toHaveProperty('logs')
  expect((await ask('DELETE', path)).status).toBe(204)
})

test('answers without a body say so', async () => {
  const { headers } = await ask('POST', '/v2/templates/base/builds/none', {})
  expect(headers.get('content-length')).not.toBeNull()
})

const notFound = (id: string): string => `Sandbox "${id}" doesn't exist or you don't have access to it`
const shape = "request body has an error: doesn't match schema: Error at"

test.each([
  ['POST', '/v2/sandboxes', {}, 400, `${shape} "/templateID": property "templateID" is missing`],
  ['POST', '/v2/sandboxes', { templateID: 1 }, 400, `${shape} "/templateID": value must be a string`],
  ['POST', '/v2/sandboxes', { templateID: 'base', timeout: 0 }, 400, 'Timeout must be greater than 0'],
  ['POST', '/v2/sandboxes', { templateID: 'base', timeout: 90_000 }, 400, 'Timeout cannot be greater than 24 hours'],
  [
    'POST',
    '/v2/sandboxes',
    { templateID: 'base', metadata: { a: 1 } },
    400,
    `${shape} "/metadata": value must be an object of strings`,
  ],
  [
    'POST',
    '/v2/sandboxes',
    { templateID: 'base', network: { allowOut: 'x' } },
    400,
    `${shape} "/network/allowOut": value must be an array of strings`,
  ],
  [
    'POST',
    '/v2/sandboxes',
    { templateID: 'base', autoPauseMemory: false },
    400,
    'autoPauseMemory=false only applies when autoPause is true.',
  ],
  ['POST', '/v2/sandboxes', { templateID: 'none' }, 404, "template 'none' not found"],
  ['POST', '/v2/sandboxes', '{"templateID"', 400, 'Error parsing body: it is not JSON'],
  ['POST', '/v2/sandboxes', '[]', 400, 'Error parsing body: expected a JSON object'],
  ['GET', '/sandboxes/inone', undefined, 404, notFound('inone')],
  ['DELETE', '/sandboxes/inone', undefined, 404, notFound('inone')],
  ['POST', '/sandboxes/inone/pause', {}, 404, notFound('inone')],
  ['POST', '/sandboxes/inone/timeout', {}, 400, `${shape} "/timeout": property "timeout" is missing`],
  ['GET', '/sandboxes/Not_An_Id', undefined, 400, 'Invalid sandbox ID'],
  ['GET', '/templates/base/files/..%2F..%2Fx', undefined, 400, 'Invalid files hash'],
  ['POST', '/v3/templates', { name: 'Bad Name' }, 400, "Invalid template name: 'Bad Name'"],
  ['POST', '/templates/tags', { target: 'base', tags: [] }, 400, 'At least one tag is required'],
])('%s %s with %j is refused with %i', async (method, path, body, status, message) => {
  const answer = await ask(method, path, body)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({ code: status, message })
})

test('lists and shows templates', async () => {
  const { body } = await ask('GET', '/templates')
  expect(Object.values(body)).toMatchObject([{ aliases: ['base'] }, { aliases: ['code-interpreter-v1'] }])
  const { templateID } = (await ask('GET', '/templates/aliases/base')).body as { templateID: string }
  expect((await ask('GET', `/templates/${templateID}`)).body).toMatchObject({ builds: [{ status: 'ready' }] })
  // The vendor finds them by their ids only.
  expect(await ask('GET', '/templates/base')).toMatchObject({ status: 404 })
})

test('asks for a key, and for the right one where it knows', async () => {
  const headers = { 'X-API-KEY': '' }
  expect((await ask('GET', '/v2/sandboxes', undefined, headers)).status).toBe(401)
  expect((await ask('GET', '/health', undefined, headers)).status).toBe(200)
  const emulator = await startE2BEmulator({ apiKeys: ['right'] })
  try {
    const right = connectionOf(emulator)
    expect(right.apiKey).toBe('right')
    expect(await Sandbox.list({ ...right }).nextItems()).toEqual([])
    const wrong = Sandbox.list({ ...right, apiKey: 'wrong' }).nextItems()
    await expect(wrong).rejects.toThrow(AuthenticationError)
    await expect(wrong).rejects.toThrow(/Invalid API key/)
  } finally {
    await emulator.close()
  }
})
