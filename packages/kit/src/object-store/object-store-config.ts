import type { StorageOptions } from '../options/storage-options.js'
import type { ObjectStoreDriver } from './object-store-driver.js'

/** What makes a filesystem of a driver, beside the options that its user gave. */
export interface ObjectStoreConfig<Driver extends ObjectStoreDriver = ObjectStoreDriver> extends StorageOptions {
  driver: Driver
  /** The `name` of the filesystem. Default `ObjectStoreFilesystem`. */
  name?: string | undefined
  /** The `provider` of the filesystem. Default: that of the driver. */
  provider?: string | undefined
  /** What a generated `id` begins with. Default: the provider with `-fs`. */
  idPrefix?: string | undefined
  /** Goes into `getInfo().metadata`, beside the bucket and the prefix. Never put secrets here. */
  metadata?: Readonly<Record<string, unknown>> | undefined
}
