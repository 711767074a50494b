import { computerUseRoutes } from './computer-use/computer-use-routes.js'
import { fileRoutes } from './files/file-routes.js'
import { gitRoutes } from './git/git-routes.js'
import type { ToolboxRoute, ToolboxUpgrade } from './http/route.js'
import { infoRoutes } from './info/info-routes.js'
import { lspRoutes } from './lsp/lsp-routes.js'
import { portRoutes } from './ports/port-routes.js'
import { closeProcesses, openProcesses, processRoutes, processUpgrades } from './process/index.js'
import { closeTerminals, ptyRoutes, ptyUpgrades } from './pty/index.js'
import type { ToolboxState } from './toolbox-state.js'

/** What the daemon is made of: each part answers its own paths. */
export interface ToolboxPart {
  readonly routes: readonly ToolboxRoute[]
  readonly upgrades?: readonly ToolboxUpgrade[]
  /** Starts what runs from the beginning, once the daemon has the rights that it keeps. */
  readonly open?: (state: ToolboxState) => Promise<void>
  /** Ends what the part has started. */
  readonly close?: (state: ToolboxState) => Promise<void>
}

export const toolboxParts: readonly ToolboxPart[] = [
  { routes: infoRoutes },
  { routes: fileRoutes },
  { routes: gitRoutes },
  { routes: portRoutes },
  { routes: lspRoutes },
  { routes: computerUseRoutes },
  { routes: processRoutes, upgrades: processUpgrades, open: openProcesses, close: closeProcesses },
  { routes: ptyRoutes, upgrades: ptyUpgrades, close: closeTerminals },
]
