import { createId } from '@caisson/core/driver'
import { resolveOptions, type EnvironmentSource } from '@caisson/kit/options'
import { defaultTimeoutMs, e2bOptionsSchema } from './e2b-options-schema.js'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import { metadataToText } from './metadata-type.js'
import { resolveConnection } from './resolve-connection.js'
import type { ResolvedE2BOptions } from './resolved-e2b-options.js'

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable. Missing credentials are no error here, see
 * `requireConnection`.
 */
export function resolveE2BOptions(given: E2BSandboxOptions, environment?: EnvironmentSource): ResolvedE2BOptions {
  const { options, missing } = resolveOptions(e2bOptionsSchema, given, {
    owner: 'E2BSandbox',
    environment,
    oneOf: ['apiKey', 'accessToken'],
  })
  return {
    id: options.id ?? createId('e2b-sandbox'),
    isIdGiven: options.id !== undefined,
    sandboxId: options.sandboxId,
    template: options.template ?? 'base',
    timeoutMs: options.timeout ?? defaultTimeoutMs,
    metadata: metadataToText(options.metadata),
    network: options.network,
    lifecycle: options.lifecycle ?? { onTimeout: 'pause' },
    checkpointName: options.checkpointName,
    seedCheckpointName: options.seedCheckpointName,
    connection: resolveConnection(options),
    missing,
  }
}
