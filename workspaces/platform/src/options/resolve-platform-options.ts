import { createId } from '@caisson/core/driver'
import { resolveOptions, type EnvironmentSource } from '@caisson/kit/options'
import { invalidArgument } from '@caisson/core/workspace'
import { openWebSocket } from '../exec/web-socket.js'
import { platformOptionsSchema } from './platform-options-schema.js'
import type { PlatformSandboxOptions } from './platform-sandbox-options.js'
import { resolveConnectionLate } from '../client/index.js'
import type { ResolvedPlatformOptions } from './resolved-platform-options.js'

const owner = 'PlatformSandbox'

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable. What the first call needs and is missing is no
 * error here: the environment is asked for it again by that call, since a program may load its variables after a module has
 * made the sandbox.
 */
export function resolvePlatformOptions(
  given: PlatformSandboxOptions,
  environment?: EnvironmentSource,
): ResolvedPlatformOptions {
  const { options, connection } = resolveConnectionLate(platformOptionsSchema, given, { owner, environment })
  const kept = { ...given }
  const { id } = options
  return {
    id: id ?? createId('platform-sandbox'),
    isIdGiven: id !== undefined,
    sandboxId: options.sandboxId,
    sessionId: options.sessionId,
    seedCheckpointName: options.seedCheckpointName,
    template: options.template,
    idleTimeoutMinutes: options.idleTimeoutMinutes,
    networkIsolation: options.networkIsolation,
    timeoutMs: options.timeout,
    stopBehavior: options.stopBehavior ?? 'destroy',
    // Looked up at each request: who replaces the runtime's own later is heard.
    fetch: options.fetch ?? (async (input, init) => fetch(input, init)),
    webSocketFactory: options.webSocketFactory ?? openWebSocket,
    e2bExecRunner: options.e2bExecRunner,
    addressRegistry: options.addressRegistry,
    privateNetFetch: options.privateNetFetch ?? (async (input, init) => fetch(input, init)),
    connection,
    environmentId: () => {
      const { environmentId } =
        options.environmentId === undefined
          ? resolveOptions(platformOptionsSchema, kept, { owner, environment }).options
          : options
      if (environmentId !== undefined) return environmentId
      throw invalidArgument({
        name: `${owner} option environmentId (environment variable MASTRA_ENVIRONMENT_ID)`,
        expected: 'the id of an environment, which a new sandbox belongs to',
        given: undefined,
      })
    },
  }
}
