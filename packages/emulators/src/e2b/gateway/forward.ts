import type { IncomingMessage, RequestOptions } from 'node:http'
import { bodyHeaders, passedHeaders } from '../../gateway/pass-headers.js'
import { portPlace } from '../../gateway/port-place.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { envdPort, type Target } from './target.js'

/** Where a port of a sandbox is on this computer. */
function placeOf({ launched, agent }: Sandbox, { port }: Target): RequestOptions {
  if (port === envdPort) return { socketPath: launched.envd.socketPath, agent }
  const { machine, hasOwnNetwork } = launched
  return portPlace({ initPid: machine.initPid, hasOwnNetwork, agent }, port)
}

/** The host as the vendor's gateway writes it; servers inside may be shown another than the one that was asked for. */
function rewriteHost(headers: readonly string[], sandbox: Sandbox, target: Target): string[] {
  const { maskRequestHost } = sandbox.network
  const rewritten = [...headers]
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
  if (index < 0) return rewritten
  rewritten[index] = 'Host'
  if (target.port !== envdPort && maskRequestHost !== undefined) {
    // eslint-disable-next-line no-template-curly-in-string
    rewritten[index + 1] = maskRequestHost.replaceAll('${PORT}', String(target.port))
  }
  return rewritten
}

/** What a server in a sandbox is told; `connection`: headers about the connection to it. */
export function forwardedOptions(
  request: IncomingMessage,
  { sandbox, target }: { readonly sandbox: Sandbox; readonly target: Target },
  connection: readonly string[] = bodyHeaders(request),
): RequestOptions {
  return {
    ...placeOf(sandbox, target),
    method: request.method,
    path: request.url,
    headers: [...rewriteHost(passedHeaders(request), sandbox, target), ...connection],
  }
}
