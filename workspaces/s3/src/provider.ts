import type { FilesystemProvider } from '@caisson/core/editor'
import { readStoredOptions, toJsonSchema } from '@caisson/kit/options'
import { s3OptionsSchema } from './options/index.js'
import { S3Filesystem } from './s3-filesystem.js'

let schema: Record<string, unknown> | undefined

/**
 * Offers `S3Filesystem` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createFilesystem` throws `SandboxError` INVALID_ARGUMENT for a bad or missing option.
 */
export const s3FilesystemProvider: FilesystemProvider = {
  id: 's3',
  name: 'S3 bucket',
  description: 'Files in Amazon S3, or in a store that speaks its protocol.',
  /** Made on first use: most programs that import this package have no editor. */
  get configSchema() {
    schema ??= toJsonSchema(s3OptionsSchema)
    return schema
  },
  createFilesystem: (config) => new S3Filesystem(readStoredOptions(s3OptionsSchema, config, 'S3Filesystem')),
}
