import type { ToolboxRoute, ToolboxUpgrade } from '../http/route.js'
import type { ToolboxState } from '../toolbox-state.js'

export const ptyRoutes: readonly ToolboxRoute[] = []
export const ptyUpgrades: readonly ToolboxUpgrade[] = []

export function closeTerminals(_state: ToolboxState): Promise<void> {
  return Promise.resolve()
}
