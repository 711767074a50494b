import { buildLogRoutes } from './builds/build-log-routes.js'
import type { ControlRoute } from './control-route.js'
import { objectStorageRoutes } from './object-storage/object-storage-routes.js'
import { secretRoutes } from './secrets/secret-routes.js'
import { sandboxSnapshotRoutes } from './snapshots/sandbox-snapshot-routes.js'
import { snapshotRoutes } from './snapshots/snapshot-routes.js'
import { volumeRoutes } from './volumes/volume-routes.js'
import { warmPoolRoutes } from './warm-pools/warm-pool-routes.js'

/** The routes of all that sandboxes are made from. */
export const imageRoutes: readonly ControlRoute[] = [
  ...buildLogRoutes,
  ...objectStorageRoutes,
  ...sandboxSnapshotRoutes,
  ...secretRoutes,
  ...snapshotRoutes,
  ...volumeRoutes,
  ...warmPoolRoutes,
]
