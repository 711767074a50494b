import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** The port that sandboxes' daemons have for clients. */
export const envdPort = 49_983

/** A port of a sandbox. */
export interface Target {
  readonly sandboxId: string
  readonly port: number
}

const hostPattern = /^(\d{1,5})-([a-z0-9]+)(?:-[a-z0-9]+)?\./

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The host without its port. */
function hostName(request: IncomingMessage): string {
  return (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
}

function isShared(host: string): boolean {
  return (
    host === '' || host === 'localhost' || host.startsWith('sandbox.') || isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0
  )
}

function portOf(text: string | undefined): number | undefined {
  const port = Number(text ?? envdPort)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}

/**
 * Which sandbox a request is for; `undefined` for one to the control plane. A host's name says it (`8000-<id>.<domain>`); where one host
 * serves all sandboxes, headers do.
 */
export function targetOf(request: IncomingMessage): Target | undefined {
  const host = hostName(request)
  const [, port, id] = hostPattern.exec(host) ?? []
  if (port !== undefined && id !== undefined) {
    const number = portOf(port)
    return number === undefined ? undefined : { sandboxId: id, port: number }
  }
  const named = header(request, 'e2b-sandbox-id')
  if (named === undefined || !isShared(host)) return undefined
  const number = portOf(header(request, 'e2b-sandbox-port'))
  return number === undefined ? undefined : { sandboxId: named.split('-')[0] ?? '', port: number }
}
