import { buildLogRoutes } from '../builds/build-log-routes.js'
import type { ControlRoute } from '../control-route.js'
import { objectStorageRoutes } from '../object-storage/object-storage-routes.js'
import { secretRoutes } from '../secrets/secret-routes.js'
import { sandboxSnapshotRoutes } from '../snapshots/sandbox-snapshot-routes.js'
import { snapshotRoutes } from '../snapshots/snapshot-routes.js'
import { volumeRoutes } from '../volumes/volume-routes.js'
import { warmPoolRoutes } from '../warm-pools/warm-pool-routes.js'
import { configRoutes } from './config-routes.js'
import { sandboxAccessRoutes, sshValidationRoute } from './sandbox-access-routes.js'
import { sandboxCreateRoutes } from './sandbox-create-routes.js'
import { sandboxListRoutes } from './sandbox-list-routes.js'
import { sandboxMetricsRoutes } from './sandbox-metrics-routes.js'
import { sandboxRoutes } from './sandbox-routes.js'
import { sandboxSettingsRoutes } from './sandbox-settings-routes.js'

/** All rows; of several that fit, the first answers. */
export const controlRoutes: readonly ControlRoute[] = [
  ...configRoutes,
  sshValidationRoute,
  ...sandboxListRoutes,
  ...sandboxCreateRoutes,
  ...sandboxRoutes,
  ...sandboxSettingsRoutes,
  ...sandboxAccessRoutes,
  ...sandboxMetricsRoutes,
  ...sandboxSnapshotRoutes,
  ...snapshotRoutes,
  ...volumeRoutes,
  ...secretRoutes,
  ...warmPoolRoutes,
  ...buildLogRoutes,
  ...objectStorageRoutes,
]
