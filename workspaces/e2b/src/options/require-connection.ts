import { requireConnection as require, type ConnectionSource } from '@caisson/kit/options'
import type { E2BConnection } from './resolved-e2b-options.js'

/** See `requireConnection` of the kit. */
export function requireConnection(source: ConnectionSource<E2BConnection>): E2BConnection {
  return require(source, 'e2b')
}
