import { describeOptions } from '@caisson/kit/options'
import { e2bOptionsSchema } from './e2b-options-schema.js'
import type { E2BSandboxOptions } from './e2b-sandbox-options.js'

/** What `getInfo().metadata` shows of the options: no secrets, plain JSON, accepted back by `e2bSandboxProvider`. */
export function describeE2BOptions(options: E2BSandboxOptions): Record<string, unknown> {
  return describeOptions(e2bOptionsSchema, options)
}
