import type { ServerResponse } from 'node:http'
import type { DaemonAddress } from '../../daemon/daemon-address.js'
import { startDaemonServer } from '../../daemon/http/start-daemon-server.js'
import { RequestHandler } from './http/request-handler.js'
import { MetadataStore } from './metadata/metadata-store.js'
import type { RpcHandler } from './rpc/rpc-handler.js'
import { SandboxState } from './sandbox-state.js'
import type { EnvdSettings } from './settings.js'

/** A daemon that listens. */
export interface Envd {
  /** As it was asked for, with the port that was chosen. */
  readonly listen: DaemonAddress
  /** Ends all processes, watchers and connections. */
  close(): Promise<void>
}

/** Starts the daemon of a sandbox in this process. */
export async function startEnvd(settings: EnvdSettings): Promise<Envd> {
  const state = new SandboxState(settings)
  const metadata = new MetadataStore()
  let rpc: Promise<RpcHandler> | undefined
  const loadRpc = (): Promise<RpcHandler> => {
    // The first answer to `/health` should not wait for what only calls need.
    rpc ??= import('./rpc/rpc-handler.js').then(({ createRpcHandler }) => createRpcHandler(state, metadata))
    return rpc
  }
  const handler = new RequestHandler(state, metadata, loadRpc)
  const running = await startDaemonServer(
    settings.listen,
    (request, response) => void handler.handle(request, response),
  )
  // Once somebody has seen that the daemon is there, calls will follow.
  running.server.once('request', (_, response: ServerResponse) => response.once('close', () => void loadRpc()))
  return {
    listen: running.listen,
    close: () =>
      running.close(async () => {
        const loaded = await rpc
        await loaded?.close()
        metadata.close()
      }),
  }
}
