import { RouteTable } from '../../http/route-table.js'
import { toolboxPaths } from './toolbox-paths.js'

const table = new RouteTable(
  Object.entries(toolboxPaths).flatMap(([method, paths]) => paths.map((path) => ({ method, path }))),
)

/** A request to a daemon, as the journal shows it. */
export interface ToolboxRouteName {
  /** `POST /toolbox/process/session/{id}/exec`. */
  readonly route: string
  readonly isKnown: boolean
}

/** `method`: `WS` for websockets. `path`: the daemon's, without a query. */
export function toolboxRoute(method: string, path: string): ToolboxRouteName {
  const match = table.find(method, path)
  return { route: `${method} /toolbox${match?.route.path ?? path}`, isKnown: match !== undefined }
}
