import type { Daytona } from '@daytonaio/sdk'
import type { Logger } from '@caisson/core/workspace'
import type { StartClock } from '@caisson/kit/http'
import type { ResolvedDaytonaOptions } from '../../options/index.js'
import type { DaytonaSdk } from '../sdk.js'

/** What every call of the control plane needs. */
export interface ControlContext {
  readonly sdk: DaytonaSdk
  readonly client: Daytona
  readonly options: ResolvedDaytonaOptions
  readonly clock: StartClock
  readonly logger: Logger
}

/** Longest time-out that the SDK's timers take, in seconds; it knows 0 as none. */
const longestSeconds = 2_000_000

/** A time as the SDK takes it for its own clocks. */
export function sdkSeconds(durationMs: number): number {
  const seconds = Math.ceil(durationMs) / 1000
  return seconds > longestSeconds ? 0 : seconds
}
