import type { FilesystemProvider } from '@caisson/core/editor'
import { readStoredOptions, toJsonSchema } from '@caisson/kit/options'
import { AzureBlobFilesystem } from './azure-blob-filesystem.js'
import { azureBlobOptionsSchema } from './options/index.js'

let schema: Record<string, unknown> | undefined

/**
 * Offers `AzureBlobFilesystem` in an editor. Observations in the configuration, as `getInfo()` makes them, are ignored.
 *
 * `createFilesystem` throws `SandboxError` INVALID_ARGUMENT for a bad option.
 */
export const azureBlobFilesystemProvider: FilesystemProvider = {
  id: 'azure-blob',
  name: 'Azure Blob Storage',
  description: 'Files in a container of Azure Blob Storage.',
  /** Made on first use: most programs that import this package have no editor. */
  get configSchema() {
    schema ??= toJsonSchema(azureBlobOptionsSchema)
    return schema
  },
  createFilesystem: (config) =>
    new AzureBlobFilesystem(readStoredOptions(azureBlobOptionsSchema, config, 'AzureBlobFilesystem')),
}
