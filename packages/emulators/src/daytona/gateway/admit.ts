import type { IncomingMessage } from 'node:http'
import { hasKnownKey } from '../../http/known-key.js'
import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { isSigned } from '../toolbox/files/signed-address.js'
import { type Place, sandboxOfPlace } from './place-of-request.js'
import { badToken, noContainer, notRunning, type Refusal } from './refusal.js'

const keyName = 'DAYTONA_SANDBOX_AUTH_KEY'

/** The daemon, its terminal and its recordings: closed also where a sandbox is public. */
const guardedPorts: ReadonlySet<number> = new Set([2280, 22_222, 33_333])

function cookie(request: IncomingMessage, name: string): string | undefined {
  const parts = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('='))
  return parts.find(([key]) => key === name || key?.startsWith(`${name}-`))?.[1]
}

function previewTokens(request: IncomingMessage, path: string): (string | undefined)[] {
  const header = request.headers['x-daytona-preview-token']
  const query = new URLSearchParams(path.split('?')[1] ?? '').get(keyName)
  return [Array.isArray(header) ? header[0] : header, query ?? undefined, cookie(request, keyName)]
}

function hasToken({ previewToken }: Sandbox, request: IncomingMessage, path: string): boolean {
  return previewTokens(request, path).includes(previewToken)
}

type ProxiedPlace = Exclude<Place, { kind: 'events' }>

function isSignedPort({ signedTokens }: Sandbox, { key, port }: { key: string; port: number }): boolean {
  const signed = signedTokens.get(key)
  return signed !== undefined && signed.port === port && signed.expiresAt > Date.now()
}

/** An address that carries a signature for one file, in place of a key. */
function isSignedFile({ signingKey }: Sandbox, method: string, path: string): boolean {
  const [route = '', search = ''] = path.split('?')
  return isSigned({ method, route, query: new URLSearchParams(search) }, signingKey, Date.now())
}

function mayPass(cloud: Cloud, sandbox: Sandbox, request: IncomingMessage, place: ProxiedPlace): boolean {
  if (place.kind === 'preview') {
    if (sandbox.settings.isPublic && !guardedPorts.has(place.port)) return true
    if (isSignedPort(sandbox, place)) return true
  } else if (isSignedFile(sandbox, request.method ?? 'GET', place.path)) return true
  return hasKnownKey(request, cloud.settings.apiKeys) || hasToken(sandbox, request, place.path)
}

function unauthorized(cloud: Cloud, place: ProxiedPlace): Refusal {
  if (place.kind === 'toolbox') return badToken
  return { status: 307, location: `${cloud.settings.url}/login` }
}

/** The sandbox, if requests to it may pass. */
export function admit(
  cloud: Cloud,
  request: IncomingMessage,
  place: ProxiedPlace,
): { readonly sandbox: Sandbox } | { readonly refusal: Refusal } {
  const sandbox = sandboxOfPlace(cloud, place)
  if (sandbox === undefined) {
    const isKnown = place.kind === 'preview' || hasKnownKey(request, cloud.settings.apiKeys)
    return { refusal: isKnown ? noContainer(place.kind === 'toolbox' ? place.sandboxId : place.key) : badToken }
  }
  if (!mayPass(cloud, sandbox, request, place)) return { refusal: unauthorized(cloud, place) }
  return sandbox.state === 'started' || isBusy(sandbox) ? { sandbox } : { refusal: notRunning }
}

/** Its processes run, though something is done to it. */
function isBusy({ state, desired }: Sandbox): boolean {
  return (state === 'resizing' || state === 'snapshotting') && desired === 'started'
}
