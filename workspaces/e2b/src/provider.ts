import type { SandboxProvider } from '@caisson/core/editor'
import { createSandboxProvider } from '@caisson/kit/options'
import { E2BSandbox } from './e2b-sandbox.js'
import { e2bOptionsSchema } from './options/index.js'

/**
 * Offers `E2BSandbox` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createSandbox` throws `SandboxError` INVALID_ARGUMENT for a bad option, and for one that could not be stored (such as the
 * password of a proxy) and was not given anew.
 */
export const e2bSandboxProvider: SandboxProvider = createSandboxProvider({
  id: 'e2b',
  name: 'E2B Sandbox',
  description: 'Commands in a cloud machine at E2B.',
  owner: 'E2BSandbox',
  schema: e2bOptionsSchema,
  create: (options) => new E2BSandbox(options),
})
