import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpFailure } from '../../../http/http-failure.js'

/** How to reach the daemon of one machine. */
export interface EnvdAddress {
  readonly socketPath: string
  readonly accessToken: string | undefined
}

interface EnvdRequest {
  readonly method: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders | undefined
  readonly body?: string | Buffer | Readable | undefined
  readonly signal?: AbortSignal | undefined
}

/** Sends a request to a daemon and resolves with the head of its answer. */
export async function askEnvd(address: EnvdAddress, options: EnvdRequest): Promise<IncomingMessage> {
  const { method, path, body, signal } = options
  const token = address.accessToken === undefined ? {} : { 'X-Access-Token': address.accessToken }
  const headers = { ...token, Host: 'localhost', ...options.headers }
  const outgoing = request({ socketPath: address.socketPath, method, path, headers, ...(signal ? { signal } : {}) })
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', reject)
  })
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body)
  else await pipeline(body, outgoing)
  return answer
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function expectSuccess(answer: IncomingMessage, what: string): Promise<string> {
  const text = await readText(answer)
  const { statusCode = 0 } = answer
  if (statusCode >= 300) throw new HttpFailure(500, `${what}: the daemon answered ${statusCode}: ${text}`)
  return text
}

export interface EnvdInitialization {
  readonly envVars: Readonly<Record<string, string>>
  readonly defaultUser: string
  readonly defaultWorkdir?: string | undefined
}

/** Tells the daemon what commands see; after each start of a machine. */
export async function initializeEnvd(address: EnvdAddress, settings: EnvdInitialization): Promise<void> {
  const body = JSON.stringify({ ...settings, accessToken: address.accessToken, timestamp: new Date().toISOString() })
  const headers = { 'Content-Type': 'application/json' }
  await expectSuccess(await askEnvd(address, { method: 'POST', path: '/init', headers, body }), 'init')
}

export async function readEnvdMetrics(address: EnvdAddress, signal: AbortSignal): Promise<Record<string, number>> {
  const text = await expectSuccess(await askEnvd(address, { method: 'GET', path: '/metrics', signal }), 'metrics')
  return JSON.parse(text) as Record<string, number>
}

/** Writes a file as root. */
export async function uploadFile(address: EnvdAddress, target: string, content: Readable): Promise<void> {
  const query = new URLSearchParams({ path: target, username: 'root' })
  const headers = { 'Content-Type': 'application/octet-stream' }
  const answer = askEnvd(address, { method: 'POST', path: `/files?${query.toString()}`, headers, body: content })
  await expectSuccess(await answer, `upload of ${target}`)
}
