import { computerUseRoutes } from './computer-use/index.js'
import { fileRoutes } from './files/index.js'
import { gitRoutes } from './git/index.js'
import type { ToolboxRoute, ToolboxUpgrade } from './http/route.js'
import { infoRoutes } from './info/index.js'
import { lspRoutes } from './lsp/index.js'
import { portRoutes } from './ports/index.js'
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
