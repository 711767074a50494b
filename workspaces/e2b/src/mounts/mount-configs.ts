import type { AzureBlobMountConfig, FuseMountConfig, GCSMountConfig, S3MountConfig } from '@caisson/kit/mounts'

/** What mounting a bucket of S3 has to know. */
export type E2BS3MountConfig = S3MountConfig
/** What mounting a bucket of Google Cloud Storage has to know. */
export type E2BGCSMountConfig = GCSMountConfig
/** What mounting a container of Azure Blob Storage has to know. */
export type E2BAzureBlobMountConfig = AzureBlobMountConfig
/** What can be mounted in a machine at E2B. */
export type E2BMountConfig = FuseMountConfig
