import type { StorageOptions } from '@caisson/kit/options'

/** Keys of an account, with the token and the end of temporary ones. All but the end are secrets. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  expiration?: Date | undefined
}

/** Asked on first use and again before its keys expire. Every provider of the vendor's SDK is one. */
export type S3CredentialsProvider = () => S3Credentials | Promise<S3Credentials>

/**
 * Options of `S3Filesystem`. Credentials are, in this order: `credentials`, the two keys, the SDK's default chain, and for a
 * public bucket at Amazon none.
 */
export interface S3FilesystemOptions extends StorageOptions {
  /** Name of the bucket. Required: it is `undefined` only where a variable is not set, and then the constructor throws. */
  bucket: string | undefined
  /** For example `us-east-1`, or `auto` at stores that have no regions. Required, as `bucket` is. */
  region: string | undefined
  /** Keys, or a function that returns them, for mounts as well. Wins over the single keys. Secret. */
  credentials?: S3Credentials | S3CredentialsProvider | undefined
  /** Secret. Needs `secretAccessKey`. */
  accessKeyId?: string | undefined
  /** Secret. Needs `accessKeyId`. */
  secretAccessKey?: string | undefined
  /** Secret. Belongs to temporary keys. */
  sessionToken?: string | undefined
  /**
   * URL of a store that speaks the protocol of S3, such as Cloudflare R2 or MinIO. Environment: `AWS_ENDPOINT_URL_S3`, else
   * `AWS_ENDPOINT_URL`. Default: Amazon in the region.
   */
  endpoint?: string | undefined
  /** The bucket stands in the path of URLs instead of the host name. Default: true with an endpoint. */
  forcePathStyle?: boolean | undefined
}
