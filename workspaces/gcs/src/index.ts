export type { GCSCredentials } from './credentials/index.js'
export { GCSFilesystem } from './gcs-filesystem.js'
export type { GCSFilesystemOptions } from './options/index.js'
export { gcsFilesystemProvider } from './provider.js'
