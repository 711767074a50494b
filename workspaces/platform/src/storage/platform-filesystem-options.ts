import type { StorageOptions } from '@caisson/kit/options'
import type { PlatformClientOptions } from '../client/index.js'

/**
 * Options of `PlatformFilesystem`. Where an environment variable is named, it is read when the filesystem is constructed and
 * the option is absent or empty; token and project are looked for once more by the first call.
 */
export interface PlatformFilesystemOptions extends StorageOptions, PlatformClientOptions {
  /** The bucket. Environment: `MASTRA_PLATFORM_BUCKET_NAME`. */
  bucketName?: string | undefined
}
