import { describe, expect, test } from 'vitest'
import { Random } from '../e2b/fuzz/random.js'
import { sendRaw } from '../e2b/fuzz/send-raw.js'
import { objectOf, useEmulator } from './start.js'

const context = useEmulator({ transitionMs: 0 })
const key = 'Authorization: Bearer any'
const json = 'Content-Type: application/json'

function raw(method: string, path: string, headers: readonly string[], body: Buffer = Buffer.alloc(0)): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers, `Content-Length: ${body.length}`]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1'), body])
}

async function send(bytes: Buffer): Promise<{ status: number; text: string }> {
  const port = Number(new URL(context.emulator.url).port)
  const { status, text, isLate } = await sendRaw(port, bytes, { limitMs: 5000, end: false })
  return { status: isLate ? -1 : status, text }
}

describe('what the vendor’s client sends and strict servers refuse', () => {
  test('bodiless requests as empty forms', async () => {
    const { id } = await context.create()
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await context.ask('POST', `/api/sandbox/${id}/autostop/5`, undefined, form)).status).toBe(201)
    expect((await context.ask('POST', `/api/sandbox/${id}/last-activity`, {})).status).toBe(201)
  })
})

describe('a name', () => {
  test('does only to look at a sandbox', async () => {
    const { id } = await context.create({ name: 'by-name' })
    expect((await context.ask('GET', '/api/sandbox/by-name')).status).toBe(200)
    expect((await context.ask('POST', '/api/sandbox/by-name/stop')).status).toBe(404)
    expect((await context.ask('DELETE', '/api/sandbox/by-name')).status).toBe(404)
    expect((await context.ask('POST', `/api/sandbox/${id}/stop`)).status).toBe(200)
  })

  test('may be anything that an address can carry', async () => {
    const name = 'ümläut & slash/ %41 ..'
    const { id } = await context.create({ name })
    expect((await context.daytona.get(name)).id).toBe(id)
  })
})

test.each([
  ['{"name":', 400],
  ['[]', 400],
  ['"text"', 400],
  ['{"a":1}{"b":2}', 400],
  ['['.repeat(20_000), 400],
  ['null', 400],
])('refuses the body %.20s', async (body, status) => {
  expect((await context.ask('POST', '/api/sandbox', body)).status).toBe(status)
})

test('refuses a body beyond any reason', async () => {
  const response = await context.ask('POST', '/api/sandbox', `{"name":"${'x'.repeat(9 * 1024 * 1024)}"}`)
  expect([response.status, (await objectOf(response))['error']]).toEqual([413, 'Payload Too Large'])
})

const routes = [
  ['POST', ''],
  ['POST', '/{id}/start'],
  ['POST', '/{id}/resize'],
  ['PUT', '/{id}/labels'],
  ['PUT', '/{id}/secrets'],
  ['POST', '/{id}/network-settings'],
  ['POST', '/{id}/autostop/{junk}'],
  ['GET', '/{id}/ports/{junk}/preview-url'],
  ['GET', '/{id}/ports/3000/signed-preview-url?expiresInSeconds={junk}'],
  ['POST', '/{id}/ports/3000/signed-preview-url/{junk}/expire'],
  ['GET', '/{id}/telemetry/metrics?from={junk}&to={junk}'],
  ['GET', '?labels={junk}&states={junk}&cursor={junk}&limit={junk}&sort={junk}'],
  ['GET', '/paginated?page={junk}&limit={junk}'],
  ['GET', '/{junk}'],
  ['DELETE', '/{junk}'],
] as const

const members = ['name', 'labels', 'env', 'volumes', 'networkAllowList', 'autoStopInterval', 'cpu', 'secrets', 'user']
const values: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  '../..',
  '\0',
  [],
  {},
  [[]],
  { a: 1 },
  [1, null],
  'x'.repeat(5000),
]

function malformed(random: Random, id: string): Buffer {
  const [method, path] = random.pick(routes)
  const junk = (): string =>
    encodeURIComponent(random.text(1 + random.below(20))) + random.pick(['', '%', '%zz', '%00', '/..'])
  const filled = path.replaceAll('{id}', id).replaceAll('{junk}', junk)
  const place = random.pick([
    `/api/sandbox${filled}`,
    `/api/sandbox${filled}`,
    `/toolbox/${junk()}/x`,
    `/preview/${junk()}/${junk()}`,
  ])
  const body = Object.fromEntries([1, 2, 3].map(() => [random.pick(members), random.pick(values)]))
  const bytes = random.below(8) === 0 ? random.bytes(60) : Buffer.from(JSON.stringify(body))
  const upgrade = random.below(6) === 0 ? ['Upgrade: websocket', 'Sec-WebSocket-Key: x'] : []
  return raw(
    upgrade.length > 0 ? 'GET' : method,
    place,
    [random.below(8) === 0 ? 'X-None: 1' : key, json, ...upgrade],
    bytes,
  )
}

test('answers malformed requests, and works as before', async () => {
  const sandbox = await context.create({ autoStopInterval: 0 })
  context.emulator.faults.limitSandboxes(1)
  const random = new Random(20_261_130)
  const troubles: string[] = []
  for (let round = 0; round < 300; round += 1) {
    const bytes = malformed(random, sandbox.id)
    const { status, text } = await send(bytes)
    const isAnswered = status >= 200 && status < 500
    if (!isAnswered || text.includes('The emulator failed')) {
      troubles.push(`${status} ${text.slice(-200)} <- ${bytes.toString('latin1').slice(0, 300)}`)
    }
  }
  expect(troubles.slice(0, 5)).toEqual([])
  const again = await context.daytona.get(sandbox.id)
  expect((await again.process.executeCommand('echo alive')).result).toBe('alive\n')
})

test('what is no HTTP is refused', async () => {
  expect((await send(Buffer.from('\u0016\u0003\u0001 hello\r\n\r\n'))).status).toBe(400)
  expect((await send(raw('GET', `/api/sandbox/${'x'.repeat(70_000)}`, [key]))).status).toBe(431)
  expect((await send(raw('GET', 'http://[::1', [key]))).status).toBe(400)
})
