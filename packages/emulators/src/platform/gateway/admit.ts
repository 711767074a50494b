import type { IncomingMessage } from 'node:http'
import type { Cloud } from '../control/cloud.js'
import { execSubprotocol } from '../control/routes/exec-routes.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'

const execPath = /^\/exec\/([\w-]+)$/

/** Why a socket is not opened. */
export interface Refusal {
  readonly status: number
  readonly message: string
}

/** The sandbox whose exec socket an address names, destroyed or not. */
export function sandboxOfPath(cloud: Cloud, pathname: string): Sandbox | undefined {
  const resourceId = execPath.exec(pathname)?.[1]
  return resourceId === undefined ? undefined : cloud.sandboxes.findResource(resourceId)
}

export function isExecPath(pathname: string): boolean {
  return execPath.test(pathname)
}

function offeredProtocols({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
}

/** Whether the exec socket is opened: the protocols that are offered are that of the shell and a lease. */
export function refusalOf(cloud: Cloud, request: IncomingMessage, sandbox: Sandbox | undefined): Refusal | undefined {
  const [subprotocol, jwt = ''] = offeredProtocols(request)
  if (subprotocol !== execSubprotocol) return { status: 400, message: `The first protocol must be ${execSubprotocol}` }
  if (sandbox === undefined || !cloud.leases.opens(jwt, sandbox.resourceId)) {
    return { status: 401, message: 'The lease is missing, not valid or has expired' }
  }
  if (sandbox.destroyedAt !== undefined) return { status: 410, message: 'The sandbox was destroyed' }
  return undefined
}
