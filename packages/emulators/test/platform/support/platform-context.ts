import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type PlatformEmulator, type PlatformEmulatorOptions, startPlatformEmulator } from '@caisson/emulators'
import { ExecClient, type ExecEnd } from '../../platform-agent/support/exec-client.js'

/** What an exec socket is opened with. */
export interface Lease {
  readonly provider: string
  readonly sandboxId: string
  readonly providerResourceId: string
  readonly jwt: string
  readonly wsEndpoint: string
  readonly subprotocol: string
  readonly expiresAt: string | null
  readonly features?: readonly string[]
}

/** A sandbox as the answers show it. */
export interface ShownSandbox {
  readonly id: string
  readonly providerResourceId: string
  readonly status: string
  readonly createdAt: string
  readonly destroyedAt?: string
  readonly templatePending?: boolean
  readonly instanceUrl?: string
  readonly instanceToken?: string
}

export interface Ran extends ExecEnd {
  readonly stdout: string
  readonly stderr: string
}

/** Requests of the token's holder, below the prefix of a project. */
export class PlatformClient {
  readonly emulator: PlatformEmulator
  readonly prefix: string

  constructor(emulator: PlatformEmulator, prefix = '/v1') {
    this.emulator = emulator
    this.prefix = prefix
  }

  /** The body is sent as JSON, a text as it is. */
  ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const { url, env } = this.emulator
    return fetch(`${url}${this.prefix}/projects/${env.MASTRA_PROJECT_ID}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${env.MASTRA_PLATFORM_ACCESS_TOKEN}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  async create(body: Readonly<Record<string, unknown>> = {}): Promise<ShownSandbox> {
    const environmentId = this.emulator.env.MASTRA_ENVIRONMENT_ID
    const answer = await this.ask('POST', '/sandbox', { environmentId, id: 'box', ...body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as ShownSandbox
  }

  async lease(id: string): Promise<Lease> {
    const answer = await this.ask('POST', `/sandbox/${id}/exec-lease`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as Lease
  }

  /** Opens an exec socket, with a lease of its own where none is given. */
  async open(id: string, given?: Lease): Promise<ExecClient> {
    const { wsEndpoint, subprotocol, jwt } = given ?? (await this.lease(id))
    const socket = new WebSocket(wsEndpoint, [subprotocol, jwt])
    onTestFinished(() => socket.terminate())
    const client = new ExecClient(socket)
    // A handshake that fails is told by what waits for it to be open.
    client.closed.catch(() => undefined)
    await once(socket, 'open')
    return client
  }

  /** Starts a command as the provider does: without more input. */
  async start(id: string, command: string, options: Readonly<Record<string, unknown>> = {}): Promise<ExecClient> {
    const client = await this.open(id)
    return client.send('init_exec', { command, ...options }).send('stdin_close')
  }

  async run(id: string, command: string, options: Readonly<Record<string, unknown>> = {}): Promise<Ran> {
    const client = await this.start(id, command, options)
    const end = await client.finish()
    return { ...end, stdout: client.stdout.toString('utf8'), stderr: client.stderr.toString('utf8') }
  }
}

/** The status of a handshake that is refused, and the answer. */
export async function refusalOf(
  wsEndpoint: string,
  protocols: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const socket = new WebSocket(wsEndpoint, [...protocols])
  onTestFinished(() => socket.terminate())
  socket.on('error', () => undefined)
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk as Uint8Array))
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }
}

/** One emulator for the tests of a file; it is reset after each. */
export function usePlatform(options: PlatformEmulatorOptions = {}): { readonly client: PlatformClient } {
  let client: PlatformClient | undefined
  beforeAll(async () => {
    client = new PlatformClient(await startPlatformEmulator(options))
  })
  afterEach(() => client?.emulator.reset())
  afterAll(() => client?.emulator.close())
  return {
    get client() {
      if (client === undefined) throw new TypeError('the emulator has not started')
      return client
    },
  }
}
