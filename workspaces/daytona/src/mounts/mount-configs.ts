import type { AzureBlobMountConfig, FuseMountConfig, GCSMountConfig, S3MountConfig } from '@caisson/kit/mounts'

/** What mounting a bucket of S3 has to know. */
export type DaytonaS3MountConfig = S3MountConfig
/** What mounting a bucket of Google Cloud Storage has to know. */
export type DaytonaGCSMountConfig = GCSMountConfig
/** What mounting a container of Azure Blob Storage has to know. */
export type DaytonaAzureBlobMountConfig = AzureBlobMountConfig
/** What can be mounted in a machine at Daytona. */
export type DaytonaMountConfig = FuseMountConfig
