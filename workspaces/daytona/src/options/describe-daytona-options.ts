import { describeOptions } from '@caisson/kit/options'
import { daytonaOptionsSchema } from './daytona-options-schema.js'
import type { DaytonaSandboxOptions } from './daytona-sandbox-options.js'

/** What `getInfo().metadata` shows of the options: no secrets, plain JSON, accepted back by `daytonaSandboxProvider`. */
export function describeDaytonaOptions(options: DaytonaSandboxOptions): Record<string, unknown> {
  return describeOptions(daytonaOptionsSchema, options)
}
