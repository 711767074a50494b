export { BucketFiles } from './bucket-files.js'
export { storageRoutes } from './storage-routes.js'
