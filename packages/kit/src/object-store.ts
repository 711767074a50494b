export type * from './object-store/object-store-driver.js'
export type { ObjectStoreConfig } from './object-store/object-store-config.js'
export { ObjectStoreFilesystem } from './object-store/object-store-filesystem.js'
export { normalizePrefix } from './object-store/normalize-prefix.js'
