import type { DaemonAddress } from '../../daemon/daemon-address.js'
import { startDaemonServer } from '../../daemon/http/start-daemon-server.js'
import { RequestHandler } from './http/request-handler.js'
import type { ToolboxSettings } from './settings.js'
import { toolboxParts } from './toolbox-parts.js'
import { ToolboxState } from './toolbox-state.js'

/** A toolbox daemon that listens. */
export interface Toolbox {
  /** As it was asked for, with the port that was chosen. */
  readonly listen: DaemonAddress
  /** Ends all that the sandbox's user has started through it, and all connections. */
  close(): Promise<void>
}

/**
 * Starts the toolbox daemon of a sandbox in this process. `hasOwnProcess` says that nothing else is done here: where it
 * is root it then takes on the rights of the sandbox's user.
 */
export async function startToolbox(settings: ToolboxSettings, hasOwnProcess = false): Promise<Toolbox> {
  const state = new ToolboxState(settings)
  const handler = new RequestHandler(state, {
    routes: toolboxParts.flatMap(({ routes }) => routes),
    upgrades: toolboxParts.flatMap(({ upgrades = [] }) => upgrades),
  })
  const running = await startDaemonServer(
    settings.listen,
    (request, response) => void handler.handle(request, response),
  )
  running.server.on('upgrade', (request, socket, head) => void handler.accept(request, socket, head))
  if (hasOwnProcess) state.user.assume()
  await Promise.all(toolboxParts.map(async ({ open }) => open?.(state)))
  return {
    listen: running.listen,
    close: () =>
      running.close(async () => {
        await Promise.all(toolboxParts.map(async ({ close }) => close?.(state)))
      }),
  }
}
