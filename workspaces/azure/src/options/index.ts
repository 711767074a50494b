export type { AzureBlobFilesystemOptions } from './azure-blob-filesystem-options.js'
export { azureBlobOptionsSchema } from './azure-blob-options-schema.js'
export { resolveAzureOptions } from './resolve-azure-options.js'
export { toStoreConfig } from './to-store-config.js'
