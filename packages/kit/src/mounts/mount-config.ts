import type { FilesystemMountConfig, WorkspaceFilesystem } from '@caisson/core/workspace'

/** What mounting a bucket of S3, or of a store that speaks its protocol, has to know. */
export interface S3MountConfig extends FilesystemMountConfig {
  type: 's3'
  bucket: string
  /** For example `us-east-1`, or `auto` at stores that have no regions. */
  region?: string | undefined
  /** Address of a compatible store, with its scheme. Default: Amazon. */
  endpoint?: string | undefined
  /** Both keys or neither; without them the mount is anonymous and read-only. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Beside temporary keys. */
  sessionToken?: string | undefined
  /** Only what is below this prefix is mounted. */
  prefix?: string | undefined
  readOnly?: boolean | undefined
  /** Bucket names in the path instead of the host. Default: true with an endpoint. */
  forcePathStyle?: boolean | undefined
}

/** What mounting a bucket of Google Cloud Storage has to know. */
export interface GCSMountConfig extends FilesystemMountConfig {
  type: 'gcs'
  bucket: string
  /** A service account's key as JSON; without it and `accessToken` the mount is anonymous and read-only. */
  serviceAccountKey?: string | undefined
  /** A short-lived token, where there is no key. */
  accessToken?: string | undefined
  endpoint?: string | undefined
  prefix?: string | undefined
  readOnly?: boolean | undefined
}

/** What mounting a container of Azure Blob Storage has to know. */
export interface AzureBlobMountConfig extends FilesystemMountConfig {
  type: 'azure-blob'
  container: string
  /** Wins over the other credentials. */
  connectionString?: string | undefined
  accountName?: string | undefined
  accountKey?: string | undefined
  /** With or without the leading `?`. */
  sasToken?: string | undefined
  /** The identity of the machine that mounts. */
  useDefaultCredential?: boolean | undefined
  /** Address of the account's blobs: sovereign clouds, private links, emulators. */
  endpoint?: string | undefined
  prefix?: string | undefined
  readOnly?: boolean | undefined
}

/** What can be mounted by FUSE. */
export type FuseMountConfig = S3MountConfig | GCSMountConfig | AzureBlobMountConfig

/** A configuration with credentials that were just asked for. */
export interface ResolvedMountConfig {
  readonly config: FuseMountConfig
  /** When the credentials end, in milliseconds since 1970. */
  readonly expiresAtMs?: number | undefined
}

/**
 * A filesystem whose credentials may have to be asked for: of a function, a file or the host's default chain. What
 * `getMountConfig()` returns then has none, and its hash stays the same when they change.
 */
export interface ResolvesMountConfig extends WorkspaceFilesystem {
  resolveMountConfig(signal?: AbortSignal): Promise<ResolvedMountConfig>
}
