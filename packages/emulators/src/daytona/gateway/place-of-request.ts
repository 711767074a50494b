import type { Cloud } from '../control/cloud.js'
import type { Sandbox } from '../control/sandboxes/sandbox.js'
import { toolboxRoute, type ToolboxRouteName } from './toolbox-route.js'

/** What a request that is not for the control plane is for. */
export type Place =
  | { readonly kind: 'events' }
  | { readonly kind: 'preview'; readonly key: string; readonly port: number; readonly path: string }
  | { readonly kind: 'toolbox'; readonly sandboxId: string; readonly path: string }

const toolboxPath = /^\/toolbox\/([^/]+)(\/.*)?$/
const previewPath = /^\/preview\/([^/]+)\/(\d{1,5})(\/.*)?$/

export function placeOf({ pathname, search }: URL): Place | undefined {
  if (pathname === '/api/socket.io/') return { kind: 'events' }
  const [, sandboxId, inner = '/'] = toolboxPath.exec(pathname) ?? []
  if (sandboxId !== undefined) return { kind: 'toolbox', sandboxId: decodeId(sandboxId), path: inner + search }
  const [, key, port, rest = '/'] = previewPath.exec(pathname) ?? []
  if (key === undefined || Number(port) > 65_535 || Number(port) < 1) return undefined
  return { kind: 'preview', key: decodeId(key), port: Number(port), path: rest + search }
}

/** What cannot be decoded is no id of ours. */
function decodeId(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** How the journal shows it. `method`: `WS` for websockets. */
export function routeOfPlace(place: Place, method: string): ToolboxRouteName {
  if (place.kind === 'events') return { route: `${method} /api/socket.io`, isKnown: true }
  if (place.kind === 'preview') return { route: `${method} /preview port ${place.port}`, isKnown: true }
  return toolboxRoute(method, place.path.split('?')[0] ?? '/')
}

/** The sandbox that is meant, if there is one. */
export function sandboxOfPlace(cloud: Cloud, place: Place): Sandbox | undefined {
  if (place.kind === 'events') return undefined
  if (place.kind === 'toolbox') return cloud.sandboxes.find(place.sandboxId)
  return (
    cloud.sandboxes.find(place.key) ?? cloud.sandboxes.all().find(({ signedTokens }) => signedTokens.has(place.key))
  )
}
