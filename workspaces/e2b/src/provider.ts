import type { SandboxProvider } from '@caisson/core/editor'
import { readStoredOptions, toJsonSchema } from '@caisson/kit/options'
import { E2BSandbox } from './e2b-sandbox.js'
import { e2bOptionsSchema } from './options/index.js'

let schema: Record<string, unknown> | undefined

/**
 * Offers `E2BSandbox` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createSandbox` throws `SandboxError` INVALID_ARGUMENT for a bad option, and for one that could not be stored (such as the
 * password of a proxy) and was not given anew.
 */
export const e2bSandboxProvider: SandboxProvider = {
  id: 'e2b',
  name: 'E2B Sandbox',
  description: 'Commands in a cloud machine at E2B.',
  /** Made on first use: most programs that import this package have no editor. */
  get configSchema() {
    schema ??= toJsonSchema(e2bOptionsSchema)
    return schema
  },
  createSandbox: (config) => new E2BSandbox(readStoredOptions(e2bOptionsSchema, config, 'E2BSandbox')),
}
