import type { FilesystemProvider } from '@caisson/core/editor'
import { readStoredOptions, toJsonSchema } from '@caisson/kit/options'
import { GCSFilesystem } from './gcs-filesystem.js'
import { gcsOptionsSchema } from './options/index.js'

let schema: Record<string, unknown> | undefined

/**
 * Offers `GCSFilesystem` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createFilesystem` throws `SandboxError` INVALID_ARGUMENT for a bad option.
 */
export const gcsFilesystemProvider: FilesystemProvider = {
  id: 'gcs',
  name: 'Google Cloud Storage',
  description: 'Files in a bucket of Google Cloud Storage.',
  /** Made on first use: most programs that import this package have no editor. */
  get configSchema() {
    schema ??= toJsonSchema(gcsOptionsSchema)
    return schema
  },
  createFilesystem: (config) => new GCSFilesystem(readStoredOptions(gcsOptionsSchema, config, 'GCSFilesystem')),
}
