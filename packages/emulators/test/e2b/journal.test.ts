import { Sandbox } from 'e2b'
import { expect, test } from 'vitest'
import { useEmulator, withSandbox } from './start.js'

const context = useEmulator()

test('counts requests per sandbox and per route', async () => {
  const { journal } = context.emulator
  await withSandbox(context.connection, async (sandbox) => {
    const { sandboxId } = sandbox
    await sandbox.commands.run('true')
    await sandbox.files.write('a.txt', 'a')
    await sandbox.isRunning()
    await sandbox.getInfo()
    expect(journal.routes({ sandboxId })).toEqual({
      'POST /process.Process/Start': 1,
      'POST /files': 1,
      'GET /health': 1,
      'GET /sandboxes/{id}': 1,
    })
    expect(journal.count({ sandboxId, kind: 'call' })).toBe(3)
    expect(journal.count({ sandboxId, kind: 'poll' })).toBe(1)
    const { last } = journal
    await sandbox.getInfo()
    expect(journal.count({ after: last })).toBe(1)
  })
})

test('lets a test say what kind a route is', async () => {
  const { journal } = context.emulator
  await withSandbox(context.connection, async (sandbox) => {
    journal.classify('GET /sandboxes/{id}', 'background')
    await sandbox.getInfo()
    expect(journal.entries({ sandboxId: sandbox.sandboxId, kind: 'background' })).toHaveLength(1)
  })
})

test('holds no secrets', async () => {
  const { journal } = context.emulator
  const apiKey = 'e2b_secret_key'
  const sandbox = await Sandbox.create({ ...context.connection, apiKey, envs: { PASSWORD: 'secret-variable' } })
  try {
    await sandbox.commands.run('echo secret-command', { user: 'user' })
    await fetch(await sandbox.downloadUrl('nothing.txt'))
    const [entry] = journal.entries({ route: 'POST /process.Process/Start', sandboxId: sandbox.sandboxId })
    expect(entry?.headers).toMatchObject({ 'x-access-token': '***', authorization: '***' })
    const text = JSON.stringify(journal.entries())
    for (const secret of [apiKey, 'secret-variable', 'secret-command', 'signature=v1'])
      expect(text).not.toContain(secret)
    const token = (sandbox as unknown as { envdAccessToken: string }).envdAccessToken
    expect(text).not.toContain(token)
  } finally {
    await sandbox.kill()
  }
})

test('names requests that it knows no route for', async () => {
  const { journal, url } = context.emulator
  const response = await fetch(`${url}/v9/nothing?x=1`, { method: 'PATCH', headers: { 'X-API-KEY': 'x' } })
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ code: 404, message: 'The emulator knows no route PATCH /v9/nothing' })
  expect(journal.unrouted()).toMatchObject([{ route: 'PATCH /v9/nothing', path: '/v9/nothing?x=1', status: 404 }])
})

test('tells listeners when a request has ended', async () => {
  const { journal, url } = context.emulator
  const seen: string[] = []
  const stop = journal.subscribe((entry) => seen.push(`${entry.route} ${entry.status} ${entry.outcome}`))
  await (await fetch(`${url}/health`)).text()
  await expect.poll(() => seen).toEqual(['GET /health 200 answered'])
  stop()
  await (await fetch(`${url}/health`)).text()
  expect(seen).toHaveLength(1)
})

test('names requests to a daemon that it knows no route for', async () => {
  await withSandbox(context.connection, async ({ sandboxId }) => {
    const headers = { 'e2b-sandbox-id': sandboxId }
    expect((await fetch(`${context.emulator.url}/process.Process/Dance`, { method: 'POST', headers })).ok).toBe(false)
    const routes = context.emulator.journal.unrouted().filter((entry) => entry.sandboxId === sandboxId)
    expect(routes.map(({ route }) => route)).toEqual(['POST /process.Process/Dance'])
  })
})
