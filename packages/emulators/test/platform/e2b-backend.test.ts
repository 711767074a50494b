import { CommandExitError, Sandbox, SandboxError } from 'e2b'
import { expect, it } from 'vitest'
import { type Lease, PlatformClient, usePlatform } from './support/platform-context.js'

const context = usePlatform()

/** Clients that choose the other one who keeps machines. */
function atE2B(): PlatformClient {
  return new PlatformClient(context.client.emulator, '/v1/e2b')
}

/** The vendor's own client, as the platform's clients make it of a lease. */
function connect({ sandboxId, jwt, wsEndpoint }: Lease): Sandbox {
  return new Sandbox({
    sandboxId,
    envdVersion: '0.4.0',
    envdAccessToken: jwt,
    sandboxUrl: wsEndpoint,
    validateApiKey: false,
    apiKey: 'none',
  })
}

it('runs commands with the client of the vendor', async () => {
  const client = atE2B()
  const { id } = await client.create({ env: { GREETING: 'hello' } })
  const lease = await client.lease(id)
  expect(lease).toMatchObject({ provider: 'e2b', sandboxId: id })
  expect(lease.wsEndpoint).not.toContain(lease.jwt)
  const { commands } = connect(lease)
  const pieces: string[] = []
  const ran = await commands.run('echo "$GREETING"; id -un; pwd; echo no >&2', {
    onStdout: (text) => void pieces.push(text),
  })
  expect(ran).toMatchObject({ exitCode: 0, stdout: 'hello\nsandbox\n/workspace\n', stderr: 'no\n' })
  expect(pieces.join('')).toBe(ran.stdout)
  const failed = commands.run('exit 7', { cwd: '/tmp', envs: { A: 'b' } })
  await expect(failed).rejects.toMatchObject({ exitCode: 7 })
  await expect(failed).rejects.toBeInstanceOf(CommandExitError)
})

it('gives input to commands and ends them', async () => {
  const client = atE2B()
  const { id } = await client.create()
  const { commands } = connect(await client.lease(id))
  const handle = await commands.run('cat', { background: true, stdin: true })
  await commands.sendStdin(handle.pid, 'typed')
  await expect.poll(() => handle.stdout).toBe('typed')
  expect(await handle.kill()).toBe(true)
  await expect(handle.wait()).rejects.toBeInstanceOf(CommandExitError)
})

it('loses no answer of requests that come one right after the other', async () => {
  const client = atE2B()
  const { id } = await client.create()
  const { commands } = connect(await client.lease(id))
  const handle = await commands.run('cat', { background: true, stdin: true })
  const sent = Array.from({ length: 60 }, (_, index) => `${index}\n`)
  for (const text of sent) await commands.sendStdin(handle.pid, text)
  await expect.poll(() => handle.stdout).toBe(sent.join(''))
  await handle.kill()
})

it('has one disk for both ways of running commands', async () => {
  const client = atE2B()
  const { id } = await client.create()
  const { files } = connect(await client.lease(id))
  await files.write('/workspace/a.txt', 'written')
  const answer = await client.ask('POST', `/sandbox/${id}/exec`, { command: 'cat a.txt' })
  expect(await answer.json()).toMatchObject({ exitCode: 0, stdout: 'written' })
})

it('lets in only those who have a lease of the very sandbox', async () => {
  const client = atE2B()
  const [one, other] = [await client.create({ id: 'one' }), await client.create({ id: 'other' })]
  const [lease, foreign] = [await client.lease(one.id), await client.lease(other.id)]
  const health = (token: string): Promise<Response> =>
    fetch(`${lease.wsEndpoint}/health`, { headers: { 'X-Access-Token': token } })
  expect((await health(lease.jwt)).status).toBe(204)
  for (const token of [foreign.jwt, '', 'a.b.c', `${lease.jwt}x`]) expect((await health(token)).status).toBe(401)
  client.emulator.faults.expireLeases()
  expect((await health(lease.jwt)).status).toBe(401)
})

it('keeps from clients what only the computer around a sandbox may ask', async () => {
  const client = atE2B()
  const { id } = await client.create()
  const { jwt, wsEndpoint } = await client.lease(id)
  const answer = await fetch(`${wsEndpoint}/init`, {
    method: 'POST',
    headers: { 'X-Access-Token': jwt },
    body: JSON.stringify({ accessToken: 'mine' }),
  })
  expect(answer.status).toBe(404)
  expect(await connect({ ...(await client.lease(id)) }).isRunning()).toBe(true)
})

it('cuts the commands of a sandbox that is destroyed', async () => {
  const client = atE2B()
  const { id } = await client.create()
  const lease = await client.lease(id)
  const { commands } = connect(lease)
  const handle = await commands.run('sleep 100', { background: true })
  const ended = handle.wait().catch((error: unknown) => error)
  expect((await client.ask('DELETE', `/sandbox/${id}`)).status).toBe(204)
  expect(await ended).toBeInstanceOf(SandboxError)
  expect((await client.ask('POST', `/sandbox/${id}/exec-lease`)).status).toBe(410)
  expect(await connect(lease).isRunning()).toBe(false)
})

it('gives no way to a sandbox of the other kind', async () => {
  const { client } = context
  const { id } = await client.create()
  const { jwt, providerResourceId } = await client.lease(id)
  const address = `${client.emulator.url}/e2b/${providerResourceId}/health`
  expect((await fetch(address, { headers: { 'X-Access-Token': jwt } })).status).toBe(401)
  expect((await atE2B().ask('POST', `/sandbox/${id}/exec-lease`)).status).toBe(404)
})

it("writes the requests of the vendor's client into the journal, and lets them fail", async () => {
  const client = atE2B()
  const { id } = await client.create()
  const lease = await client.lease(id)
  const { commands } = connect(lease)
  const { journal, faults } = client.emulator
  await commands.run('true')
  const [entry] = journal.entries({ route: 'POST /process.Process/Start' })
  expect(entry).toMatchObject({ kind: 'call', sandboxId: id, status: 200, routed: true })
  expect(JSON.stringify(journal.entries())).not.toContain(lease.jwt)
  faults.next('POST /process.Process/Start', { resetConnection: true })
  await expect(commands.run('true')).rejects.toThrow(/socket|connection|fetch failed|terminated/i)
  expect(await commands.run('true')).toMatchObject({ exitCode: 0 })
})

it('boots from checkpoints as others do', async () => {
  const client = atE2B()
  const first = await client.create({ id: 'project' })
  await connect(await client.lease(first.id)).commands.run('echo kept > kept.txt')
  await client.ask('POST', `/sandbox/${first.id}/checkpoint`, { id: 'project' })
  await client.ask('DELETE', `/sandbox/${first.id}`)
  const next = await client.create({ id: 'project' })
  const { stdout } = await connect(await client.lease(next.id)).commands.run('cat kept.txt')
  expect(stdout).toBe('kept\n')
})
