export { AzureBlobFilesystem } from './azure-blob-filesystem.js'
export type { AzureBlobFilesystemOptions } from './options/index.js'
export { azureBlobFilesystemProvider } from './provider.js'
