import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type PlatformEmulator, startPlatformEmulator } from '@caisson/emulators'
import { onTestFinished } from 'vitest'
import { PlatformClient, refusalOf, usePlatform } from './support/platform-context.js'

const context = usePlatform()

async function startWith(options: Parameters<typeof startPlatformEmulator>[0]): Promise<PlatformClient> {
  const emulator: PlatformEmulator = await startPlatformEmulator(options)
  onTestFinished(() => emulator.close())
  return new PlatformClient(emulator)
}

/** A token as ours are, with other claims, signed with a key of one's own. */
function forge(jwt: string, claims: Readonly<Record<string, unknown>>): string {
  const [head = '', payload = ''] = jwt.split('.')
  const given = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const changed = Buffer.from(JSON.stringify({ ...given, ...claims })).toString('base64url')
  const signature = createHmac('sha256', 'mine').update(`${head}.${changed}`).digest('base64url')
  return `${head}.${changed}.${signature}`
}

describe('A lease', () => {
  it('says how the socket is opened and how long', async () => {
    const { client } = context
    const { id, providerResourceId } = await client.create()
    const before = Date.now()
    const lease = await client.lease(id)
    expect(lease).toEqual({
      provider: 'railway',
      sandboxId: id,
      providerResourceId,
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      wsEndpoint: `${client.emulator.url.replace('http:', 'ws:')}/exec/${providerResourceId}`,
      subprotocol: 'railway-shell',
      expiresAt: expect.any(String),
      features: ['stdin'],
    })
    const lastsMs = Date.parse(lease.expiresAt ?? '') - before
    expect(lastsMs).toBeGreaterThanOrEqual(15 * 60_000)
    expect((await client.lease(id)).jwt).not.toBe(lease.jwt)
  })

  it('opens any number of sockets', async () => {
    const { client } = context
    const { id } = await client.create()
    const lease = await client.lease(id)
    for (const word of ['one', 'two']) {
      const socket = await client.open(id, lease)
      await socket.send('init_exec', { command: `echo ${word}` }).finish()
      expect(socket.stdout.toString()).toBe(`${word}\n`)
    }
    expect(client.emulator.journal.count({ route: 'POST /sandbox/{id}/exec-lease' })).toBe(1)
    expect(client.emulator.journal.count({ route: 'WS /exec', kind: 'call', sandboxId: id })).toBe(2)
  })

  it.each([
    ['none', () => []],
    ['a word', () => ['word']],
    ['one that was changed', (jwt: string) => [forge(jwt, { exp: 1e12 })]],
    ['one without a signature', (jwt: string) => [jwt.replace(/[^.]*$/, '')]],
  ])('must be shown: %s', async (_title, protocolsOf) => {
    const { client } = context
    const { id } = await client.create()
    const { jwt, wsEndpoint, subprotocol } = await client.lease(id)
    const { status, text } = await refusalOf(wsEndpoint, [subprotocol, ...protocolsOf(jwt)])
    expect(status).toBe(401)
    expect(JSON.parse(text)).toMatchObject({ error: { type: 'authentication_error' } })
  })

  it('is for one sandbox, and for the shell', async () => {
    const { client } = context
    const [one, two] = [await client.create({ id: 'one' }), await client.create({ id: 'two' })]
    const [first, second] = [await client.lease(one.id), await client.lease(two.id)]
    expect((await refusalOf(first.wsEndpoint, ['railway-shell', second.jwt])).status).toBe(401)
    expect((await refusalOf(first.wsEndpoint, ['other', first.jwt])).status).toBe(400)
    expect((await refusalOf(first.wsEndpoint.replace(/exec.*/, 'other'), ['railway-shell', first.jwt])).status).toBe(
      404,
    )
  })

  it('opens nothing after the end of its sandbox', async () => {
    const { client } = context
    const { id } = await client.create()
    const { wsEndpoint, jwt } = await client.lease(id)
    await client.ask('DELETE', `/sandbox/${id}`)
    expect((await refusalOf(wsEndpoint, ['railway-shell', jwt])).status).toBe(410)
  })

  it('ends when that is ordered, and its sockets do not', async () => {
    const { client } = context
    const { id } = await client.create()
    const lease = await client.lease(id)
    const running = await client.open(id, lease)
    client.emulator.faults.expireLeases()
    expect((await refusalOf(lease.wsEndpoint, ['railway-shell', lease.jwt])).status).toBe(401)
    expect(await running.send('init_exec', { command: 'exit 4' }).finish()).toEqual({ exit_code: 4 })
    expect((await client.run(id, 'true')).exit_code).toBe(0)
  })
})

describe('By the options', () => {
  it('leases end soon', async () => {
    const client = await startWith({ leaseTtlMs: 50 })
    const { id } = await client.create()
    const { wsEndpoint, jwt, expiresAt } = await client.lease(id)
    await expect.poll(() => Date.now() > Date.parse(expiresAt ?? '')).toBe(true)
    expect((await refusalOf(wsEndpoint, ['railway-shell', jwt])).status).toBe(401)
  })

  it('leases do not say when they end, and servers have neither input nor sessions', async () => {
    const client = await startWith({ leaseTtlMs: null, features: [], durableSessions: false })
    const { id } = await client.create()
    const lease = await client.lease(id)
    expect(lease.expiresAt).toBeNull()
    expect(lease).not.toHaveProperty('features')
    const socket = await client.open(id, lease)
    expect(await socket.send('init_exec', { command: 'cat' }).send('stdin_close').finish()).toEqual({ exit_code: 0 })
    expect(socket.texts.map(({ type }) => type)).toEqual(['exit'])
  })
})
