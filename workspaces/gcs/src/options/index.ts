export type { GCSFilesystemOptions } from './gcs-filesystem-options.js'
export { gcsOptionsSchema } from './gcs-options-schema.js'
export { resolveGCSOptions } from './resolve-gcs-options.js'
export { toStoreConfig } from './to-store-config.js'
