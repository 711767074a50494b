import type { IncomingMessage, RequestOptions } from 'node:http'
import { bodyHeaders, passedHeaders } from '../../gateway/pass-headers.js'
import { portPlace } from '../../gateway/port-place.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import type { Place } from './place-of-request.js'

/** Keys are for the gateway: what runs in a sandbox has no use for them. */
const gatewayHeaders: ReadonlySet<string> = new Set(['x-daytona-preview-token'])

function innerHeaders(request: IncomingMessage, isToolbox: boolean): string[] {
  const headers = passedHeaders(request)
  return headers.filter((_text, at) => {
    const name = (headers[at - (at % 2)] ?? '').toLowerCase()
    return !gatewayHeaders.has(name) && !(isToolbox && name === 'authorization')
  })
}

/** The same request to the daemon, or to a server in the sandbox. `undefined` where it has no machine. */
export function innerRequest(
  request: IncomingMessage,
  { agent, body }: Sandbox,
  place: Exclude<Place, { kind: 'events' }>,
  connection: readonly string[] = bodyHeaders(request),
): RequestOptions | undefined {
  if (body === undefined) return undefined
  const { machine, toolbox, hasOwnNetwork } = body.launched
  const isToolbox = place.kind === 'toolbox'
  const target = isToolbox
    ? { socketPath: toolbox.socketPath, agent }
    : portPlace({ initPid: machine.initPid, hasOwnNetwork, agent }, place.port)
  const headers = [...innerHeaders(request, isToolbox), ...connection]
  return { ...target, method: request.method, path: place.path, headers }
}
