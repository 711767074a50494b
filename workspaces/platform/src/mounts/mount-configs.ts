import type { AzureBlobMountConfig, FuseMountConfig, GCSMountConfig, S3MountConfig } from '@caisson/kit/mounts'

/** What mounting a bucket of S3 has to know. */
export type PlatformS3MountConfig = S3MountConfig
/** What mounting a bucket of Google Cloud Storage has to know. */
export type PlatformGCSMountConfig = GCSMountConfig
/** What mounting a container of Azure Blob Storage has to know. */
export type PlatformAzureBlobMountConfig = AzureBlobMountConfig
/** What can be mounted in a machine at the platform. */
export type PlatformMountConfig = FuseMountConfig
