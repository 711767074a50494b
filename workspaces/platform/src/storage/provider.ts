import type { FilesystemProvider } from '@caisson/core/editor'
import { readStoredOptions, toJsonSchema } from '@caisson/kit/options'
import { PlatformFilesystem } from './platform-filesystem.js'
import { platformFilesystemSchema } from './platform-filesystem-schema.js'

let schema: Record<string, unknown> | undefined

/**
 * Offers `PlatformFilesystem` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createFilesystem` throws `SandboxError` INVALID_ARGUMENT for a bad option.
 */
export const platformFilesystemProvider: FilesystemProvider = {
  id: 'platform',
  name: 'Platform Files',
  description: 'Files in a bucket of a hosted agent platform.',
  /** Made on first use: most programs that import this package have no editor. */
  get configSchema() {
    schema ??= toJsonSchema(platformFilesystemSchema)
    return schema
  },
  createFilesystem: (config) =>
    new PlatformFilesystem(readStoredOptions(platformFilesystemSchema, config, 'PlatformFilesystem')),
}
