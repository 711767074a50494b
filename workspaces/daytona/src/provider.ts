import type { SandboxProvider } from '@caisson/core/editor'
import { createSandboxProvider } from '@caisson/kit/options'
import { DaytonaSandbox } from './daytona-sandbox.js'
import { daytonaOptionsSchema } from './options/index.js'

/**
 * Offers `DaytonaSandbox` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createSandbox` throws `SandboxError` INVALID_ARGUMENT for a bad option, and for one that could not be stored (an image
 * that was made with the SDK) and was not given anew.
 */
export const daytonaSandboxProvider: SandboxProvider = createSandboxProvider({
  id: 'daytona',
  name: 'Daytona Sandbox',
  description: 'Commands in a cloud machine at Daytona.',
  owner: 'DaytonaSandbox',
  schema: daytonaOptionsSchema,
  create: (options) => new DaytonaSandbox(options),
})
