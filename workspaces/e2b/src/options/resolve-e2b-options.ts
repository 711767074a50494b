import { createId } from '@caisson/core/driver'
import { readVariable, type EnvironmentSource } from '@caisson/kit/options'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'
import type { E2BConnection, ResolvedE2BOptions } from './resolved-e2b-options.js'

/**
 * Checks all options and fills in the environment and the defaults. Touches no network.
 *
 * Throws `SandboxError` INVALID_ARGUMENT naming the option and its variable. Missing credentials are no error here, see
 * `requireConnection`.
 */
export function resolveE2BOptions(options: E2BSandboxOptions, environment?: EnvironmentSource): ResolvedE2BOptions {
  const read = (given: string | undefined, variable: string): string | undefined =>
    given ?? readVariable([variable], environment)?.value
  const { apiKey, accessToken } = options
  const key = read(apiKey, 'E2B_API_KEY')
  const token = read(accessToken, 'E2B_ACCESS_TOKEN')
  const domain = read(options.domain, 'E2B_DOMAIN') ?? 'e2b.app'
  const sandboxUrl = read(options.sandboxUrl, 'E2B_SANDBOX_URL')
  const connection: E2BConnection = {
    apiKey: key ?? 'unused',
    domain,
    apiUrl: read(options.apiUrl, 'E2B_API_URL') ?? `https://api.${domain}`,
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
    ...(token === undefined ? {} : { apiHeaders: { Authorization: `Bearer ${token}` } }),
    retries: 0,
    debug: false,
  }
  return {
    id: options.id ?? createId('e2b-sandbox'),
    isIdGiven: options.id !== undefined,
    sandboxId: options.sandboxId,
    template: options.template ?? 'base',
    timeoutMs: options.timeout ?? 300_000,
    metadata: Object.fromEntries(Object.entries(options.metadata ?? {}).map(([name, value]) => [name, String(value)])),
    network: options.network,
    lifecycle: options.lifecycle ?? { onTimeout: 'pause' },
    connection,
    missing: key === undefined && token === undefined ? 'No credentials' : undefined,
  }
}
