import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  execViaPrivateNetwork,
  InProcessSandboxAddressRegistry,
  PrivateNetExecHttpError,
  type PlatformSandbox,
  type SandboxAddress,
} from '../../src/index.js'
import { useEmulated } from '../support/emulated.js'

const emulated = useEmulated()
const sideCar = 'POST /instance/exec'

interface Place {
  readonly sandbox: PlatformSandbox
  readonly registry: InProcessSandboxAddressRegistry
  /** The routes of what was asked since the last call. */
  readonly asked: () => Readonly<Record<string, number>>
}

/** A sandbox that is reached in the private network. */
async function makePrivate(fetcher: typeof fetch = fetch): Promise<Place & { address: () => SandboxAddress }> {
  const registry = new InProcessSandboxAddressRegistry()
  const options = { networkIsolation: 'PRIVATE', addressRegistry: registry, privateNetFetch: fetcher } as const
  const sandbox = emulated.make(options)
  await sandbox.start()
  const { sandboxId = '' } = sandbox
  await expect.poll(() => registry.get(sandboxId)).toBeDefined()
  let after = emulated.emulator.journal.last
  const asked = (): Readonly<Record<string, number>> => {
    const routes = emulated.emulator.journal.routes({ after })
    after = emulated.emulator.journal.last
    return routes
  }
  const address = (): SandboxAddress => registry.get(sandboxId) ?? { instanceUrl: '' }
  return { sandbox, registry, asked, address }
}

describe('a command over the private network', () => {
  it('costs one request there, streams, and ends as it does elsewhere', async () => {
    const { sandbox, asked } = await makePrivate()
    const pieces: string[] = []
    const result = await sandbox.executeCommand('echo "$A ü"; pwd; echo bad >&2; exit 3', [], {
      env: { A: 'a "b"' },
      cwd: '/tmp',
      onStdout: (text) => void pieces.push(text),
    })
    expect(result).toMatchObject({ exitCode: 3, stdout: 'a "b" ü\n/tmp\n', stderr: 'bad\n' })
    expect(pieces.join('')).toBe(result.stdout)
    expect(asked()).toEqual({ [sideCar]: 1 })
    await sandbox.destroy()
  })

  it('[P13] is refused without the token: it goes by lease then, and runs once', async () => {
    const { sandbox, registry, asked, address } = await makePrivate()
    const { instanceUrl } = address()
    registry.set(sandbox.sandboxId ?? '', { instanceUrl, token: 'wrong' })
    expect((await sandbox.executeCommand('echo run | tee -a ~/runs')).stdout).toBe('run\n')
    expect((await sandbox.executeCommand('cat ~/runs')).stdout).toBe('run\n')
    expect(asked()).toMatchObject({ [sideCar]: 2, 'WS /exec': 2 })
    await sandbox.destroy()
  })

  it('goes by lease when the sandbox is not reached, which is forgotten then', async () => {
    const { sandbox, registry, asked } = await makePrivate()
    const instanceUrl = await closedUrl()
    registry.set(sandbox.sandboxId ?? '', { instanceUrl })
    expect((await sandbox.executeCommand('echo there')).stdout).toBe('there\n')
    expect(asked()).toMatchObject({ 'WS /exec': 1 })
    expect(registry.get(sandbox.sandboxId ?? '')).not.toMatchObject({ instanceUrl })
    await sandbox.destroy()
  })

  it('[P2] that is cut is an error, and not run again', async () => {
    const { sandbox, asked } = await makePrivate(cutting)
    const failure = await sandbox
      .executeCommand('echo run >>~/runs; echo out; sleep 1')
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'SandboxExecTransportError', opened: true, retry: 'ambiguous' })
    expect((await sandbox.executeCommand('cat ~/runs')).stdout).toBe('run\n')
    expect(asked()).toMatchObject({ [sideCar]: 1, 'WS /exec': 1 })
    await sandbox.destroy()
  })

  it('is ended in the machine by a time-out, with all that it has started', async () => {
    const { sandbox } = await makePrivate()
    const command = `(setsid sleep 600 >/dev/null 2>&1 & echo $! >~/pid; sleep 600)`
    const failure = await sandbox.executeCommand(command, [], { timeout: 700 }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ timedOut: true })
    const alive = async (): Promise<number> => (await sandbox.executeCommand('kill -0 "$(cat ~/pid)"')).exitCode
    await expect.poll(alive).not.toBe(0)
    await sandbox.destroy()
  })

  it('[P12] waits for nobody who asks whether the sandbox is there', async () => {
    const registry = new InProcessSandboxAddressRegistry()
    const never: typeof fetch = async () => new Promise(() => undefined)
    const sandbox = emulated.make({ networkIsolation: 'PRIVATE', addressRegistry: registry, privateNetFetch: never })
    expect((await sandbox.executeCommand('echo there')).stdout).toBe('there\n')
    await sandbox.destroy()
  })
})

describe('execViaPrivateNetwork', () => {
  it('runs one command by an address', async () => {
    const { sandbox, address } = await makePrivate()
    const request = { command: 'echo out; echo bad >&2; exit 4' }
    expect(await execViaPrivateNetwork(address(), request)).toEqual({
      exitCode: 4,
      stdout: 'out\n',
      stderr: 'bad\n',
      timedOut: false,
    })
    expect(await execViaPrivateNetwork(address(), { command: 'sleep 600', timeoutMs: 200 })).toMatchObject({
      timedOut: true,
      exitCode: 124,
    })
    const { instanceUrl } = address()
    const refused = await execViaPrivateNetwork({ instanceUrl, token: 'wrong' }, request).catch(
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(PrivateNetExecHttpError)
    expect(refused).toMatchObject({ status: 401, retry: 'safe', body: expect.any(String) })
    await sandbox.destroy()
  })
})

/** An address at which nobody listens. */
async function closedUrl(): Promise<string> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** Cuts answers of commands after their first piece. */
const cutting: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (init?.method !== 'POST' || response.body === null) return response
  const reader = response.body.getReader()
  let pieces = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pieces += 1
      const { value } = await reader.read()
      if (pieces > 1 || value === undefined) controller.error(new TypeError('terminated'))
      else controller.enqueue(value)
    },
    cancel: async () => reader.cancel(),
  })
  return new Response(body, { status: response.status })
}
