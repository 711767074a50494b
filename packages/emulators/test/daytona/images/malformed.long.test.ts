import { expect, it } from 'vitest'
import { useDaytona } from './use-daytona.js'

const current = useDaytona()

const routes = [
  ['POST', '/snapshots'],
  ['POST', '/sandbox/no-such/snapshot'],
  ['POST', '/snapshots/no-such/activate'],
  ['POST', '/snapshots/no-such/deactivate'],
  ['GET', '/snapshots/no-such'],
  ['GET', '/snapshots/no-such/build-logs-url'],
  ['DELETE', '/snapshots/no-such'],
  ['POST', '/volumes'],
  ['GET', '/volumes/no-such'],
  ['GET', '/volumes/by-name/no-such'],
  ['DELETE', '/volumes/no-such'],
  ['POST', '/secret'],
  ['GET', '/secret/no-such'],
  ['PATCH', '/secret/no-such'],
  ['DELETE', '/secret/no-such'],
  ['POST', '/warm-pools'],
  ['PATCH', '/warm-pools/no-such'],
  ['DELETE', '/warm-pools/no-such'],
] as const

const wrong = [null, 5, 'text', [], {}, { a: 'b' }, [{}]] as const

const members = ['name', 'value', 'hosts', 'snapshot', 'pool', 'imageName', 'buildInfo', 'entrypoint', 'cpu'] as const

/** Bodies that nobody should send: no JSON, no object, and members of every type. */
function bodies(): string[] {
  const mixed = members.flatMap((name) =>
    wrong.map((value) => JSON.stringify({ name: 'x', value: 'x', [name]: value })),
  )
  return ['', '{', 'null', '5', '[]', '"text"', '{"name":"\\ud800"}', `{"name":"${'x'.repeat(100_000)}"}`, ...mixed]
}

async function send(method: string, where: string, body: string | undefined): Promise<Response> {
  const { apiUrl, env } = current().emulator
  const headers = { Authorization: `Bearer ${env['DAYTONA_API_KEY']}`, 'Content-Type': 'application/json' }
  return fetch(apiUrl + where, { method, headers, ...(body === undefined ? {} : { body }) })
}

it.each(routes)('answers %s %s in its own form, whatever the body', async (method, where) => {
  for (const body of method === 'GET' ? [undefined] : bodies()) {
    const answer = await send(method, where, body)
    const text = await answer.text()
    expect(answer.status, `${body} ${text}`).toBeLessThan(500)
    if (answer.status < 400) continue
    expect(JSON.parse(text), String(body)).toMatchObject({
      statusCode: answer.status,
      error: expect.any(String),
      message: expect.any(String),
      path: expect.stringContaining('/api/'),
      timestamp: expect.any(String),
    })
  }
})

it.each(routes)('asks for a key at %s %s', async (method, where) => {
  const answer = await fetch(current().emulator.apiUrl + where, { method })
  expect(answer.status).toBe(401)
})

it('answers names in paths that are none', async () => {
  for (const name of ['%00', '..%2f..', '%ff', 'a%20b', '%F0%9F%98%80', 'x'.repeat(5000)]) {
    for (const where of [`/snapshots/${name}`, `/volumes/by-name/${name}`, `/secret/${name}`]) {
      expect((await send('GET', where, undefined)).status, where).toBe(404)
    }
  }
})

it('builds what is odd without failing itself', async () => {
  const texts = [
    '\u0000',
    'FROM',
    '# only a comment',
    'FROM a\nRUN',
    `FROM ${'a'.repeat(10_000)}`,
    'FROM a\\\n\\\n',
    'FROM a\nENV ="x"',
  ]
  for (const [index, dockerfileContent] of texts.entries()) {
    const name = `odd-${index}`
    const made = await send('POST', '/snapshots', JSON.stringify({ name, buildInfo: { dockerfileContent } }))
    expect(made.status).toBe(200)
    await expect
      .poll(
        async () => ((await (await send('GET', `/snapshots/${name}`, undefined)).json()) as { state: string }).state,
      )
      .toMatch(/^(active|build_failed)$/)
  }
})
