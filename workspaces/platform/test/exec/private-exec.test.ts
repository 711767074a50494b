import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExecEnd, ExecRequest } from '../../src/exec/exec-channel.js'
import { InProcessSandboxAddressRegistry, type SandboxAddressRegistry } from '../../src/exec/address-registry.js'
import { machineExec, type MachineExec } from '../../src/exec/machine-exec.js'
import { useExecBench } from './support/exec-bench.js'

const bench = useExecBench()
let server: Server
/** What the sandbox does with a command that comes over the private network. */
let answer: (response: ServerResponse, body: { command: string; env?: Record<string, string> }) => void
let health = 200
const heard: string[] = []

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

beforeEach(async () => {
  health = 200
  heard.length = 0
  server = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`)
    if (request.url === '/health') response.writeHead(health).end()
    else void bodyOf(request).then((text) => answer(response, JSON.parse(text)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function instanceUrl(): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
}

/** The ways into a machine that is known in the private network. */
async function reached(registry: SandboxAddressRegistry = new InProcessSandboxAddressRegistry()): Promise<MachineExec> {
  const { leases } = bench()
  const address = { instanceUrl: instanceUrl(), token: 'secret-key' }
  const exec = machineExec({ leases, backend: 'railway', sandboxId: 'sbx', registry, address, privateNetFetch: fetch })
  await expect.poll(() => registry.get('sbx')).toEqual(address)
  return exec
}

async function run(
  { command: open }: MachineExec,
  command: string,
  more: Partial<ExecRequest> = {},
): Promise<ExecEnd & { text: string }> {
  let text = ''
  const take = (bytes: Uint8Array): void => void (text += Buffer.from(bytes).toString())
  const stream = await open({ command, ...more }, { stdout: take, stderr: take })
  return { ...(await stream.ended), text }
}

const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe('an answer over the private network', () => {
  it('is read whatever pieces it comes in, and what is not known is passed over', async () => {
    answer = (response) => {
      const text = lines(
        { type: 'stdout', data: 'ü' },
        { type: 'news' },
        'text',
        { type: 'stderr', data: 'bad' },
        { type: 'stdout', data: 7 },
      )
      const bytes = Buffer.from(`${text}no json\n\n{"type":"exit","code":3}`)
      response.write(bytes.subarray(0, 27))
      setImmediate(() => response.end(bytes.subarray(27)))
    }
    expect(await run(await reached(), 'true')).toEqual({ exitCode: 3, text: 'übad' })
    expect(heard).toEqual(['/health Bearer secret-key', '/exec Bearer secret-key'])
    expect(bench().minted).toBe(0)
  })

  it.each([
    ['the end is missing', lines({ type: 'stdout', data: 'x' })],
    ['the end has no exit code', lines({ type: 'exit' })],
    ['there is nothing', ''],
  ])('is no end, and the command is not run again: %s', async (_what, text) => {
    answer = (response) => void response.end(text)
    const failure = await run(await reached(), 'true').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous', attempts: 1 })
    expect(bench().server.ran).toEqual([])
  })

  it('of a command that a signal ended is no success', async () => {
    answer = (response) => void response.end(lines({ type: 'exit', code: -1, reason: 'signal: SIGSEGV' }))
    expect(await run(await reached(), 'true')).toMatchObject({ signal: 'SIGSEGV' })
    answer = (response) => void response.end(lines({ type: 'exit', code: -1 }))
    expect(await run(await reached(), 'true')).toMatchObject({ exitCode: 255 })
  })

  it.each([401, 404, 501])('with status %i leads to the lease, and the address is kept', async (status) => {
    answer = (response) => void response.writeHead(status).end('<html>secret-key</html>')
    const registry = new InProcessSandboxAddressRegistry()
    expect(await run(await reached(registry), 'echo there')).toEqual({ exitCode: 0, text: 'there\n' })
    expect([bench().server.ran, registry.get('sbx')]).toMatchObject([['echo there'], { token: 'secret-key' }])
  })

  it.each([500, 502, 503, 504])('with status %i may come after the command: it is not run again', async (status) => {
    answer = (response) => void response.writeHead(status).end('<html>secret-key</html>')
    const registry = new InProcessSandboxAddressRegistry()
    const failure = await run(await reached(registry), 'true').catch((error: unknown) => error)
    expect(failure).toMatchObject({ opened: true, retry: 'ambiguous', cause: { status, body: '<html>***</html>' } })
    expect(registry.get('sbx')).toBe(undefined)
    expect(bench().server.ran).not.toContain('true')
  })
})

describe('a command over the private network', () => {
  it('that was given up before it was taken over is looked for, and ended', async () => {
    const marks: string[] = []
    answer = (_response, { env = {} }) => void marks.push(env['CAISSON_PROCESS'] ?? '')
    const controller = new AbortController()
    const registry = new InProcessSandboxAddressRegistry()
    const failure = run(await reached(registry), 'true', { abortSignal: controller.signal })
    await expect.poll(() => marks).toHaveLength(1)
    const reason = new RangeError('enough')
    controller.abort(reason)
    await expect(failure).rejects.toBe(reason)
    expect(registry.get('sbx')).toBe(undefined)
    await expect.poll(() => bench().server.ran[0]).toContain(`caisson_mark=${marks[0]} caisson_signal=KILL`)
  })

  it('whose connection breaks before it was taken over is not run again', async () => {
    answer = (response) => void response.destroy()
    const failure = await run(await reached(), 'true').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous' })
    expect(bench().server.ran).not.toContain('true')
  })

  it('with input goes by lease', async () => {
    const exec = await reached()
    const stream = await exec.command(
      { command: 'cat >/dev/null', input: 'open' },
      { stdout: () => undefined, stderr: () => undefined },
    )
    await stream.closeInput?.()
    expect([await stream.ended, bench().server.ran]).toEqual([{ exitCode: 0 }, ['cat >/dev/null']])
  })

  it('does not depend on a registry that works', async () => {
    const broken = async (): Promise<never> => Promise.reject(new RangeError('broken'))
    const registry = { get: broken, set: broken, delete: broken }
    const { leases } = bench()
    const exec = machineExec({ leases, backend: 'railway', sandboxId: 'sbx', registry, privateNetFetch: fetch })
    expect(await run(exec, 'echo there')).toEqual({ exitCode: 0, text: 'there\n' })
    await exec.close()
  })
})

describe('looking for a sandbox in the private network', () => {
  it('goes on until it answers', async () => {
    health = 503
    const registry = new InProcessSandboxAddressRegistry()
    const { leases } = bench()
    const address = { instanceUrl: instanceUrl() }
    const exec = machineExec({
      leases,
      backend: 'railway',
      sandboxId: 'sbx',
      registry,
      address,
      privateNetFetch: fetch,
    })
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    expect(await run(exec, 'echo there')).toMatchObject({ text: 'there\n' })
    health = 200
    await expect.poll(() => registry.get('sbx')).toEqual(address)
  })

  it('finds nothing any more for who has closed', async () => {
    health = 503
    const registry = new InProcessSandboxAddressRegistry()
    const { leases } = bench()
    const address = { instanceUrl: instanceUrl() }
    const exec = machineExec({
      leases,
      backend: 'railway',
      sandboxId: 'sbx',
      registry,
      address,
      privateNetFetch: fetch,
    })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    await exec.close()
    health = 200
    const before = heard.length
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(registry.get('sbx')).toBe(undefined)
    expect(heard.length - before).toBeLessThan(2)
  })

  it('forgets an old address of a sandbox that has none', async () => {
    const registry = new InProcessSandboxAddressRegistry()
    registry.set('sbx', { instanceUrl: instanceUrl() })
    const { leases } = bench()
    machineExec({ leases, backend: 'railway', sandboxId: 'sbx', registry, privateNetFetch: fetch })
    await expect.poll(() => registry.get('sbx')).toBe(undefined)
  })
})
