import type { SandboxOptions } from '@caisson/core/driver'
import type { PlatformClientOptions } from '../client/index.js'
import type { E2BExecRunner } from '../exec/e2b-exec.js'
import type { SandboxAddressRegistry } from '../exec/address-registry.js'
import type { WebSocketFactory } from '../exec/web-socket.js'
import type { PlatformTemplateSpec } from '../templates/index.js'

/**
 * Options of `PlatformSandbox`. Where an environment variable is named, it is read when the sandbox is constructed and the
 * option is absent or empty. What the first call needs is looked for in the environment once more by that call.
 */
export interface PlatformSandboxOptions extends SandboxOptions, PlatformClientOptions {
  /** Environment that a new sandbox belongs to. Environment: `MASTRA_ENVIRONMENT_ID`. Needed to create one, not to reconnect. */
  environmentId?: string | undefined
  /** The platform's id of a sandbox to reconnect to. Only when it is gone is another one created. */
  sandboxId?: string | undefined
  /** Checkpoint that a new sandbox starts from when nothing is known of its `id`. */
  seedCheckpointName?: string | undefined
  /** What a new sandbox is made from: a template, or a function that is asked for one by each creation. */
  template?: PlatformTemplateSpec | undefined
  /** Minutes without activity after which the platform destroys the sandbox. Default: the platform's. */
  idleTimeoutMinutes?: number | undefined
  /**
   * `ISOLATED`: out to the internet only. `PRIVATE`: into the private network of the environment as well. Default: the
   * platform's, `ISOLATED`.
   */
  networkIsolation?: 'ISOLATED' | 'PRIVATE' | undefined
  /** Time-out of `executeCommand` in milliseconds where a call gives none; 0 is no limit. Default: none. */
  timeout?: number | undefined
  /** What `stop()` does: `destroy` removes the sandbox, `detach` lets go of it and keeps it. Default `destroy`. */
  stopBehavior?: 'destroy' | 'detach' | undefined
  /** Opens sockets for commands. Default: the runtime's own WebSocket, or the package `ws` where it has none. */
  webSocketFactory?: WebSocketFactory | undefined
  /** Runs commands in sandboxes that the platform keeps at E2B; needed for those only. */
  e2bExecRunner?: E2BExecRunner | undefined
  /** Remembers where sandboxes are in the private network, so that commands go there directly. Default: none, they do not. */
  addressRegistry?: SandboxAddressRegistry | undefined
  /** Used for requests within the private network. Default: the runtime's own. */
  privateNetFetch?: typeof fetch | undefined
}
