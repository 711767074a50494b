import type { StorageOptions } from '@caisson/kit/options'
import type { GCSCredentials } from '../credentials/index.js'

/**
 * Options of `GCSFilesystem`. Credentials are, in this order: `credentials`, the key file that `GOOGLE_APPLICATION_CREDENTIALS`
 * names, the application default credentials, none. Without any the access is anonymous and only reads, and with an
 * `endpoint` of its own it is an error.
 */
export interface GCSFilesystemOptions extends StorageOptions {
  /** The bucket. */
  bucket: string | undefined
  /** The project that the client works for; buckets are found without it. */
  projectId?: string | undefined
  /** Secret. A key as an object or as its JSON, or the path of a key file on this host. */
  credentials?: GCSCredentials | string | undefined
  /** Address of a private endpoint or of an emulator. Default: `https://storage.googleapis.com`. */
  endpoint?: string | undefined
}
