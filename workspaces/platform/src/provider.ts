import type { SandboxProvider } from '@caisson/core/editor'
import { createSandboxProvider } from '@caisson/kit/options'
import { platformOptionsSchema } from './options/index.js'
import { PlatformSandbox } from './platform-sandbox.js'

/**
 * Offers `PlatformSandbox` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createSandbox` throws `SandboxError` INVALID_ARGUMENT for a bad option, and for one that could not be stored and was not
 * given anew.
 */
export const platformSandboxProvider: SandboxProvider = createSandboxProvider({
  id: 'platform',
  name: 'Platform Sandbox',
  description: 'Commands in a machine at a hosted agent platform.',
  owner: 'PlatformSandbox',
  schema: platformOptionsSchema,
  create: (options) => new PlatformSandbox(options),
})
