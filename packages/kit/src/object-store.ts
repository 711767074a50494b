export type * from './object-store/object-store-driver.js'
export type { ObjectStoreConfig } from './object-store/object-store-config.js'
export {
  MemoryObjectStore,
  type MemoryObjectStoreOptions,
  type MemoryRequest,
} from './object-store/memory-object-store.js'
export { normalizePrefix } from './object-store/normalize-prefix.js'
export { ObjectStoreError } from './object-store/object-store-error.js'
export { ObjectStoreFilesystem } from './object-store/object-store-filesystem.js'
export { toBlocks } from './object-store/to-blocks.js'
export { wholeOrBlocks, type WholeOrBlocks } from './object-store/whole-or-blocks.js'
export { whileBusy } from './object-store/while-busy.js'
export { statusErrorKind } from './object-store/status-error-kind.js'
