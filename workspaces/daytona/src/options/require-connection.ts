import { requireConnection as require, type ConnectionSource } from '@caisson/kit/options'
import type { DaytonaConnection } from './resolved-daytona-options.js'

/** See `requireConnection` of the kit. */
export function requireConnection(source: ConnectionSource<DaytonaConnection>): DaytonaConnection {
  return require(source, 'daytona')
}
