import type { PlatformConnection } from '../client/index.js'
import type { E2BExecRunner } from '../exec/e2b-exec.js'
import type { SandboxAddressRegistry } from '../exec/address-registry.js'
import type { WebSocketFactory } from '../exec/web-socket.js'
import type { PlatformTemplateSpec } from '../templates/index.js'

/** Options with their defaults and the environment applied. Holds secrets: never log it. */
export interface ResolvedPlatformOptions {
  /** Logical id. */
  readonly id: string
  /** Whether the caller chose `id`: only then may a new sandbox start from what another of the same id left. */
  readonly isIdGiven: boolean
  readonly sandboxId: string | undefined
  readonly sessionId: string | undefined
  readonly seedCheckpointName: string | undefined
  readonly template: PlatformTemplateSpec | undefined
  readonly idleTimeoutMinutes: number | undefined
  readonly networkIsolation: 'ISOLATED' | 'PRIVATE' | undefined
  /** Time-out of `executeCommand` where a call gives none; 0 and `undefined` are no limit. */
  readonly timeoutMs: number | undefined
  readonly stopBehavior: 'destroy' | 'detach'
  readonly fetch: typeof fetch
  readonly webSocketFactory: WebSocketFactory
  readonly e2bExecRunner: E2BExecRunner | undefined
  readonly addressRegistry: SandboxAddressRegistry | undefined
  readonly privateNetFetch: typeof fetch
  /** Throws `SandboxProviderError` UNAUTHENTICATED, naming options and variables, where something is missing. */
  readonly connection: () => PlatformConnection
  /** Throws `SandboxError` INVALID_ARGUMENT, naming option and variable, where there is none. */
  readonly environmentId: () => string
}
