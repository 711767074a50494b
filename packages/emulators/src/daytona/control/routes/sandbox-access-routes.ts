import { HttpFailure } from '../../../http/http-failure.js'
import type { ControlExchange, ControlRoute } from '../control-route.js'
import { newToken } from '../sandboxes/ids.js'
import { sandboxOf } from './answer-sandbox.js'

const defaultSignedSeconds = 60
const longestSignedSeconds = 86_400

function portOf({ params }: ControlExchange): number {
  const port = Number(params['port'])
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new HttpFailure(400, 'Invalid port')
}

function previewUrl(exchange: ControlExchange): void {
  const { cloud, reply } = exchange
  const sandbox = sandboxOf(exchange)
  const url = `${cloud.settings.url}/preview/${sandbox.id}/${portOf(exchange)}`
  reply.send(200, { sandboxId: sandbox.id, url, token: sandbox.previewToken })
}

function secondsOf({ url }: ControlExchange): number {
  const text = url.searchParams.get('expiresInSeconds')
  const seconds = text === null ? defaultSignedSeconds : Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSignedSeconds) return seconds
  throw new HttpFailure(400, `expiresInSeconds must be between 1 and ${longestSignedSeconds}`)
}

function signedPreviewUrl(exchange: ControlExchange): void {
  const { cloud, reply } = exchange
  const sandbox = sandboxOf(exchange)
  const port = portOf(exchange)
  const token = newToken()
  sandbox.signedTokens.set(token, { port, expiresAt: Date.now() + secondsOf(exchange) * 1000 })
  const url = `${cloud.settings.url}/preview/${token}/${port}`
  reply.send(200, { sandboxId: sandbox.id, port, token, url })
}

function expireSigned(exchange: ControlExchange): void {
  const sandbox = sandboxOf(exchange)
  const { token = '' } = exchange.params
  const signed = sandbox.signedTokens.get(token)
  if (signed?.port !== portOf(exchange)) throw new HttpFailure(404, 'Signed preview URL token not found')
  sandbox.signedTokens.delete(token)
  exchange.reply.send(200)
}

/** As JSON: clients parse what they get, and a bare key might be a number. */
function signingKey(exchange: ControlExchange): void {
  sendJson(exchange, sandboxOf(exchange).signingKey)
}

function rotateSigningKey(exchange: ControlExchange): void {
  const sandbox = sandboxOf(exchange)
  sandbox.signingKey = newToken()
  sendJson(exchange, sandbox.signingKey)
}

function sendJson({ reply }: ControlExchange, text: string): void {
  reply.send(200, JSON.stringify(text), { 'Content-Type': 'application/json; charset=utf-8' })
}

function refuseSsh(exchange: ControlExchange): never {
  throw new HttpFailure(422, `SSH access to sandbox ${sandboxOf(exchange).id} is not emulated`)
}

/** No token was ever given out. */
function validateSsh({ reply }: ControlExchange): void {
  reply.send(200, { valid: false, sandboxId: '' })
}

function toolboxUrl(exchange: ControlExchange): void {
  sandboxOf(exchange)
  exchange.reply.send(200, { url: `${exchange.cloud.settings.url}/toolbox` })
}

function buildLogsUrl(exchange: ControlExchange): void {
  const { cloud, reply } = exchange
  const { id, settings } = sandboxOf(exchange)
  if (settings.buildInfo === undefined) throw new HttpFailure(404, `Sandbox with ID ${id} has no build info`)
  reply.send(200, { url: cloud.settings.url + cloud.builder.logPath(settings.buildInfo) })
}

/** To be looked for before the rows of single sandboxes: its path would be taken for one. */
export const sshValidationRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/ssh-access/validate',
  handle: validateSsh,
}

const port = '/sandbox/:sandboxId/ports/:port'

export const sandboxAccessRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: `${port}/preview-url`, handle: previewUrl },
  { method: 'GET', path: `${port}/signed-preview-url`, handle: signedPreviewUrl },
  { method: 'POST', path: `${port}/signed-preview-url/:token/expire`, handle: expireSigned },
  { method: 'GET', path: '/sandbox/:sandboxId/signing-key', handle: signingKey },
  { method: 'POST', path: '/sandbox/:sandboxId/signing-key/rotate', handle: rotateSigningKey },
  { method: 'POST', path: '/sandbox/:sandboxId/ssh-access', handle: refuseSsh },
  { method: 'DELETE', path: '/sandbox/:sandboxId/ssh-access', handle: refuseSsh },
  { method: 'GET', path: '/sandbox/:sandboxId/toolbox-proxy-url', handle: toolboxUrl },
  { method: 'GET', path: '/sandbox/:sandboxId/build-logs-url', handle: buildLogsUrl },
]
