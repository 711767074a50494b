import { expect, it } from 'vitest'
import { usePlatform } from './support/platform-context.js'

const context = usePlatform()
const gone = { error: { type: 'gone', message: expect.any(String) } }

it('creates a sandbox, runs a command over its socket and destroys it', async () => {
  const { client } = context
  const sandbox = await client.create({ env: { GREETING: 'hello' } })
  expect(sandbox).toEqual({
    id: expect.any(String),
    providerResourceId: expect.any(String),
    status: 'RUNNING',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  const { stdout, stderr, exit_code } = await client.run(
    sandbox.id,
    'echo $GREETING $(id -un) $PWD; echo no >&2; exit 3',
  )
  expect([stdout, stderr, exit_code]).toEqual(['hello sandbox /workspace\n', 'no\n', 3])
  expect((await client.ask('DELETE', `/sandbox/${sandbox.id}`)).status).toBe(204)
  const shown = await client.ask('GET', `/sandbox/${sandbox.id}`)
  expect(shown.status).toBe(200)
  expect(await shown.json()).toMatchObject({ id: sandbox.id, destroyedAt: expect.stringMatching(/Z$/) })
  const lease = await client.ask('POST', `/sandbox/${sandbox.id}/exec-lease`)
  expect(lease.status).toBe(410)
  expect(await lease.json()).toMatchObject(gone)
})

it('destroys a sandbox that is destroyed already, and knows nothing of one that never was', async () => {
  const { client } = context
  const { id } = await client.create()
  for (const status of [204, 204]) expect((await client.ask('DELETE', `/sandbox/${id}`)).status).toBe(status)
  for (const method of ['GET', 'DELETE']) {
    const answer = await client.ask(method, '/sandbox/never-was')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { type: 'not_found' } })
  }
})

it('keeps what sandboxes do from each other', async () => {
  const { client } = context
  const [one, two] = await Promise.all([client.create({ id: 'one' }), client.create({ id: 'two' })])
  await client.run(one.id, 'echo mine > /workspace/a; sudo -n touch /etc/b')
  const { stdout } = await client.run(two.id, 'ls /workspace; ls /etc/b 2>/dev/null; ps ax | grep -c "[e]cho mine"')
  expect(stdout).toBe('0\n')
})

it('ends the sockets of a sandbox that is destroyed', async () => {
  const { client } = context
  const { id } = await client.create()
  const running = await client.start(id, 'echo here; exec sleep 1000')
  await running.printed(/here/)
  await client.ask('DELETE', `/sandbox/${id}`)
  expect(await running.closed).toMatchObject({ code: 1011 })
})

it('knows sandboxes by their project only', async () => {
  const { client } = context
  const { id } = await client.create()
  const { url, env } = client.emulator
  const headers = { Authorization: `Bearer ${env.MASTRA_PLATFORM_ACCESS_TOKEN}` }
  expect((await fetch(`${url}/v1/projects/another/sandbox/${id}`, { headers })).status).toBe(404)
  expect((await fetch(`${url}/v1/projects/${env.MASTRA_PROJECT_ID}/sandbox/${id}`, { headers })).status).toBe(200)
})
