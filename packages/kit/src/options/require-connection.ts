import { SandboxProviderError } from '@caisson/core/workspace'

/** What is known of how a provider is reached. */
export interface ConnectionSource<Connection> {
  readonly connection: Connection
  /** Set when there are no credentials: which options and variables are absent. */
  readonly missing: string | undefined
}

/**
 * What a call of the provider takes.
 *
 * Throws `SandboxProviderError` UNAUTHENTICATED, naming options and variables, when there are no credentials.
 */
export function requireConnection<Connection>(source: ConnectionSource<Connection>, provider: string): Connection {
  const { missing } = source
  if (missing === undefined) return source.connection
  throw new SandboxProviderError(missing, 'UNAUTHENTICATED', undefined, { retry: 'never', provider })
}
