import { describeOptions } from '@caisson/kit/options'
import { isTemplate } from '../templates/index.js'
import { platformOptionsSchema } from './platform-options-schema.js'
import type { PlatformSandboxOptions } from './platform-sandbox-options.js'

/** What `getInfo().metadata` shows of the options: no secrets, plain JSON, accepted back by `platformSandboxProvider`. */
export function describePlatformOptions(options: PlatformSandboxOptions): Record<string, unknown> {
  const { template } = options
  const stored = isTemplate(template) ? { ...options, template: template.toJSON() } : options
  return describeOptions(platformOptionsSchema, stored)
}
