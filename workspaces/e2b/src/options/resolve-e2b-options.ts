import { createId } from '@caisson/core/driver'
import { resolveOptionsLate, scalarRecordToText, type EnvironmentSource } from '@caisson/kit/options'
import { defaultStartTimeoutMs, defaultTimeoutMs, e2bOptionsSchema } from './e2b-options-schema.js'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import { resolveConnection } from './resolve-connection.js'
import type { ResolvedE2BOptions } from './resolved-e2b-options.js'

/** A start waits so long for a build, to have time left for the machine. */
const buildPartOfStart = 0.8

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable. Missing credentials are no error here, see
 * `requireConnection`; each look at `connection` and `missing` asks the environment for them again, since a program may load
 * its variables after a module has made the sandbox.
 */
export function resolveE2BOptions(given: E2BSandboxOptions, environment?: EnvironmentSource): ResolvedE2BOptions {
  const { options, current } = resolveOptionsLate(e2bOptionsSchema, given, {
    owner: 'E2BSandbox',
    environment,
    oneOf: ['apiKey', 'accessToken'],
  })
  return {
    id: options.id ?? createId('e2b-sandbox'),
    isIdGiven: options.id !== undefined,
    sandboxId: options.sandboxId,
    template: options.template,
    defaultTemplate: options.defaultTemplate,
    buildTimeoutMs: options.buildTimeoutMs ?? (options.startTimeoutMs ?? defaultStartTimeoutMs) * buildPartOfStart,
    onBuildLog: options.onBuildLog,
    timeoutMs: options.timeout ?? defaultTimeoutMs,
    metadata: scalarRecordToText(options.metadata),
    network: options.network,
    lifecycle: options.lifecycle ?? { onTimeout: 'pause' },
    checkpointName: options.checkpointName,
    seedCheckpointName: options.seedCheckpointName,
    get connection() {
      return resolveConnection(current().options)
    },
    get missing() {
      return current().missing
    },
  }
}
