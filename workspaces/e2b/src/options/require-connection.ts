import { SandboxProviderError } from '@caisson/core/workspace'
import type { E2BConnection, ResolvedE2BOptions } from './resolved-e2b-options.js'

/**
 * What a call of the SDK takes.
 *
 * Throws `SandboxProviderError` UNAUTHENTICATED, naming options and variables, when there are no credentials.
 */
export function requireConnection(options: Pick<ResolvedE2BOptions, 'connection' | 'missing'>): E2BConnection {
  const { missing } = options
  if (missing === undefined) return options.connection
  throw new SandboxProviderError(missing, 'UNAUTHENTICATED', undefined, { retry: 'never', provider: 'e2b' })
}
