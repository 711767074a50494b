import { describe, expect, it } from 'vitest'
import { type ShownSandbox, usePlatform } from './support/platform-context.js'

const context = usePlatform({ minuteMs: 400 })

function call({ instanceUrl, instanceToken }: ShownSandbox, path: string, body?: unknown): Promise<Response> {
  return fetch(`${instanceUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${instanceToken}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function linesOf(answer: Response): Promise<unknown[]> {
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

describe('The side-car of a private sandbox', () => {
  it('runs commands', async () => {
    const { client } = context
    const sandbox = await client.create({ networkIsolation: 'PRIVATE', env: { A: 'b' } })
    expect(sandbox.instanceUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await call(sandbox, '/health')).status).toBe(200)
    const answer = await call(sandbox, '/exec', { command: 'echo $A; echo no >&2; exit 3', cwd: '/tmp' })
    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson')
    const lines = await linesOf(answer)
    expect(lines.slice(0, -1).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      { type: 'stderr', data: 'no\n' },
      { type: 'stdout', data: 'b\n' },
    ])
    expect(lines.at(-1)).toEqual({ type: 'exit', code: 3 })
    const { journal } = client.emulator
    expect(journal.count({ route: 'POST /instance/exec', kind: 'call', sandboxId: sandbox.id })).toBe(1)
    expect(journal.count({ route: 'GET /instance/health', kind: 'poll' })).toBe(1)
  })

  it('asks for its token, and knows nothing else', async () => {
    const { client } = context
    const sandbox = await client.create({ networkIsolation: 'PRIVATE' })
    const platformToken = client.emulator.env.MASTRA_PLATFORM_ACCESS_TOKEN
    for (const instanceToken of ['', 'wrong', platformToken]) {
      expect((await call({ ...sandbox, instanceToken }, '/health')).status).toBe(401)
      expect((await call({ ...sandbox, instanceToken }, '/exec', { command: 'touch a' })).status).toBe(401)
    }
    expect((await call(sandbox, '/hosts')).status).toBe(404)
    expect((await call(sandbox, '/exec', { command: 1 })).status).toBe(400)
    expect((await client.run(sandbox.id, 'ls')).stdout).toBe('')
  })

  it('is there for private sandboxes only, and shown when one is looked at', async () => {
    const { client } = context
    const sandbox = await client.create({ id: 'private', networkIsolation: 'PRIVATE' })
    const shown = await client.ask('GET', `/sandbox/${sandbox.id}`)
    expect(await shown.json()).toEqual(sandbox)
    expect(await client.create({ id: 'isolated' })).not.toHaveProperty('instanceUrl')
  })

  it('keeps its sandbox alive as long as it runs a command, and ends with it', async () => {
    const { client } = context
    const isDestroyed = async (id: string): Promise<boolean> =>
      'destroyedAt' in ((await (await client.ask('GET', `/sandbox/${id}`)).json()) as object)
    const unused = await client.create({ id: 'unused', idleTimeoutMinutes: 1 })
    const sandbox = await client.create({ networkIsolation: 'PRIVATE', idleTimeoutMinutes: 1 })
    const answer = call(sandbox, '/exec', { command: 'until [ -e go ]; do sleep 0.01; done; echo done' })
    await expect.poll(() => isDestroyed(unused.id)).toBe(true)
    expect(await isDestroyed(sandbox.id)).toBe(false)
    await client.run(sandbox.id, 'touch go')
    expect(await linesOf(await answer)).toEqual([
      { type: 'stdout', data: 'done\n' },
      { type: 'exit', code: 0 },
    ])
    await expect.poll(() => isDestroyed(sandbox.id)).toBe(true)
    await expect(call(sandbox, '/health')).rejects.toThrow('fetch failed')
  })

  it('fails, stalls and is cut when that is ordered', async () => {
    const { client } = context
    const sandbox = await client.create({ networkIsolation: 'PRIVATE' })
    const { faults } = client.emulator
    faults.next('POST /instance/exec', { status: 502, body: '<html>' })
    expect(await (await call(sandbox, '/exec', { command: 'true' })).text()).toBe('<html>')
    faults.next('POST /instance/exec', { cutAfterBytes: 10 })
    await expect(linesOf(await call(sandbox, '/exec', { command: 'echo text' }))).rejects.toThrow('terminated')
    faults.loseResponse('POST /instance/exec')
    await expect(call(sandbox, '/exec', { command: 'touch ran' })).rejects.toThrow('fetch failed')
    await expect.poll(async () => (await client.run(sandbox.id, 'ls')).stdout).toBe('ran\n')
  })
})

describe('Private sandboxes', () => {
  it('find each other by name, if in the same environment', async ({ skip }) => {
    const { client } = context
    skip(!client.emulator.describe().machines.networkFilter, 'the isolation of networks is not enforced here')
    const [one, two, other, lonely] = [
      await client.create({ id: 'one', networkIsolation: 'PRIVATE' }),
      await client.create({ id: 'two', networkIsolation: 'PRIVATE' }),
      await client.create({ id: 'other', networkIsolation: 'PRIVATE', environmentId: 'another' }),
      await client.create({ id: 'lonely' }),
    ]
    const server =
      "require('http').createServer((q, r) => r.end('one')).listen(0, function () { console.log(this.address().port) })"
    const running = await client.start(one.id, `exec node -e "${server}"`)
    const [port] = await running.printed(/\d+(?=\n)/)
    const ask = `curl -s --max-time 1 http://${one.id}.internal:${port}/`
    expect((await client.run(two.id, ask)).stdout).toBe('one')
    for (const { id } of [other, lonely]) expect((await client.run(id, ask)).exit_code).toBe(6)
    expect((await client.run(one.id, 'echo $RAILWAY_PRIVATE_DOMAIN')).stdout).toBe(`${one.id}.internal\n`)
  })
})
