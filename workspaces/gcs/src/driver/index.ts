export type { GCSBucket } from './gcs-bucket.js'
export { GCSDriver } from './gcs-driver.js'
