import type { ControlRoute } from '../control-route.js'
import { storageRoutes } from '../storage/index.js'
import { templateRoutes } from '../templates/index.js'
import { checkpointRoutes } from './checkpoint-routes.js'
import { execRoutes } from './exec-routes.js'
import { sandboxRoutes } from './sandbox-routes.js'

/** All routes below the prefix of a project. */
export const controlRoutes: readonly ControlRoute[] = [
  ...sandboxRoutes,
  ...execRoutes,
  ...checkpointRoutes,
  ...templateRoutes,
  ...storageRoutes,
]
