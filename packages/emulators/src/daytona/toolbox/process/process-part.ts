import type { ToolboxRoute, ToolboxUpgrade } from '../http/route.js'
import type { ToolboxState } from '../toolbox-state.js'
import { entrypointRoutes, entrypointUpgrades } from './entrypoint/entrypoint-routes.js'
import { startEntrypoint } from './entrypoint/entrypoint-session.js'
import { executeRoutes } from './execute/execute-routes.js'
import { interpreterRoutes } from './interpreter/interpreter-routes.js'
import { interpreterUpgrades } from './interpreter/interpreter-upgrades.js'
import { processContext } from './process-context.js'
import { sessionRoutes } from './sessions/session-routes.js'
import { sessionUpgrades } from './sessions/session-upgrades.js'
import { killTree } from './system/end-tree.js'

// The image's own session has a name that other sessions could have, so it comes first.
export const processRoutes: readonly ToolboxRoute[] = [
  ...executeRoutes,
  ...interpreterRoutes,
  ...entrypointRoutes,
  ...sessionRoutes,
]

export const processUpgrades: readonly ToolboxUpgrade[] = [
  ...entrypointUpgrades,
  ...sessionUpgrades,
  ...interpreterUpgrades,
]

/** Starts what runs from the beginning. */
export const openProcesses: (state: ToolboxState) => Promise<void> = startEntrypoint

/** Ends all programs that were started here, without asking them, and removes what was kept for them. */
export async function closeProcesses(state: ToolboxState): Promise<void> {
  const { sessions, interpreters, programs, pipes, directories } = processContext(state)
  for (const leader of programs) killTree(leader)
  await Promise.all([sessions.close(), interpreters.close()])
  await pipes.close()
  await directories.remove()
}
