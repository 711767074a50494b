import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type PlatformEmulator, startPlatformEmulator } from '@caisson/emulators'

let started: PlatformEmulator | undefined

beforeAll(async () => {
  started = await startPlatformEmulator({ buckets: ['files', 'other'], pageSize: 2 })
})
afterEach(() => started?.reset())
afterAll(() => started?.close())

function emulator(): PlatformEmulator {
  if (started === undefined) throw new TypeError('the emulator has not started')
  return started
}

const prefixes = ['/v1', '/v2', '/v1/railway', '/v1/e2b'] as const

function ask(prefix: string, method: string, path: string, options: RequestInit = {}): Promise<Response> {
  const { url, env } = emulator()
  const authorization = `Bearer ${env.MASTRA_PLATFORM_ACCESS_TOKEN}`
  const headers = { authorization, ...(options.headers as Record<string, string> | undefined) }
  return fetch(`${url}${prefix}/projects/${env.MASTRA_PROJECT_ID}${path}`, { ...options, method, headers })
}

it('serves the same files below each prefix', async () => {
  expect(emulator().env.MASTRA_PLATFORM_BUCKET_NAME).toBe('files')
  await ask('/v1', 'PUT', '/fs/files/a%20b/c', { body: 'text' })
  for (const prefix of prefixes) {
    expect(await (await ask(prefix, 'GET', '/fs/files/a%20b/c')).text()).toBe('text')
    const listed = (await (await ask(prefix, 'GET', '/fs/files/?delimiter=/')).json()) as { commonPrefixes: unknown }
    expect(listed.commonPrefixes).toEqual(['a b/'])
    const missing = await ask(prefix, 'GET', '/fs/other/a%20b/c')
    expect(await missing.json()).toMatchObject({ error: { type: 'not_found', message: expect.any(String) } })
  }
})

it('pages by the size that was ordered', async () => {
  for (const key of ['a', 'b', 'c']) await ask('/v1', 'PUT', `/fs/files/${key}`, { body: key })
  const page = (await (await ask('/v1', 'GET', '/fs/files/')).json()) as { contents: unknown[]; nextCursor: string }
  expect(page.contents).toHaveLength(2)
  const rest = await ask('/v1', 'GET', `/fs/files/?cursor=${page.nextCursor}`)
  expect(await rest.json()).toEqual({ contents: [expect.objectContaining({ key: 'c' })], commonPrefixes: [] })
})

it.each([
  ['GET', '/fs/files/a'],
  ['GET', '/fs/files/'],
  ['PUT', '/fs/files/a'],
  ['POST', '/sandbox/templates/builds'],
  ['GET', '/templates/t1?environmentId=e1'],
])('asks for a token: %s %s', async (method, path) => {
  for (const authorization of ['', 'Basic x', 'Bearer ']) {
    const answer = await ask('/v1', method, path, { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { type: 'authentication_error' } })
  }
})

it.each([
  ['GET', '/fs/files/a', 'GET /fs/{bucket}/*'],
  ['GET', '/fs/files/', 'GET /fs/{bucket}/*'],
  ['HEAD', '/fs/files/a', 'HEAD /fs/{bucket}/*'],
  ['PUT', '/fs/files/a', 'PUT /fs/{bucket}/*'],
  ['DELETE', '/fs/files/a', 'DELETE /fs/{bucket}/*'],
  ['POST', '/fs/files/a?op=mkdir', 'POST /fs/{bucket}/*'],
  ['POST', '/sandbox/templates/builds', 'POST /sandbox/templates/builds'],
  ['POST', '/templates', 'POST /templates'],
  ['GET', '/templates/t1?environmentId=e1', 'GET /templates/{id}'],
])('counts %s %s as %s, and lets it fail when that is ordered', async (method, path, route) => {
  const html = '<html><body>502 Bad Gateway</body></html>'
  emulator().faults.next(route, { status: 502, body: html, headers: { 'Content-Type': 'text/html' } })
  const failed = await ask('/v1/railway', method, path)
  expect(failed.status).toBe(502)
  expect(await failed.text()).toBe(method === 'HEAD' ? '' : html)
  await ask('/v1/railway', method, path)
  expect(emulator().journal.count({ route })).toBe(2)
})

it('does the work of a request whose answer is lost', async () => {
  emulator().faults.loseResponse('PUT /fs/{bucket}/*')
  await expect(ask('/v1', 'PUT', '/fs/files/a', { body: 'text' })).rejects.toThrow('fetch failed')
  expect(await (await ask('/v1', 'GET', '/fs/files/a')).text()).toBe('text')
})

it('cuts a file that is being read', async () => {
  await ask('/v1', 'PUT', '/fs/files/a', { body: 'x'.repeat(100_000) })
  emulator().faults.next('GET /fs/{bucket}/*', { cutAfterBytes: 10 })
  await expect(ask('/v1', 'GET', '/fs/files/a').then((answer) => answer.text())).rejects.toThrow('terminated')
})

it('forgets files and templates when it is reset', async () => {
  const { env } = emulator()
  const definition = { schemaVersion: 1, operations: [] }
  const body = JSON.stringify({ environmentId: env.MASTRA_ENVIRONMENT_ID, definition })
  const { templateId } = (await (await ask('/v1', 'POST', '/templates', { body })).json()) as { templateId: string }
  await ask('/v1', 'PUT', '/fs/files/a', { body: 'text' })
  await emulator().reset()
  expect((await ask('/v1', 'GET', '/fs/files/a')).status).toBe(404)
  const look = await ask('/v1', 'GET', `/templates/${templateId}?environmentId=${env.MASTRA_ENVIRONMENT_ID}`)
  expect(look.status).toBe(404)
})
