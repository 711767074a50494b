export { BucketFiles, type BucketFilesOptions } from './bucket-files.js'
export type { StorageExchange, StorageRoute } from './storage-exchange.js'
export { storageRoutes } from './storage-routes.js'
