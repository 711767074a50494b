import type { S3MountConfig } from '@caisson/kit/mounts'
import type { ResolvedS3Options, S3Credentials } from './options/index.js'

/** What of a filesystem a mount has to agree with. */
interface Seen {
  readonly prefix: string
  readonly readOnly: boolean
}

/** The configuration of a mount. Members that say nothing are left out, so that equal mounts have equal hashes. */
export function mountConfigOf(
  { bucket, region, endpoint, forcePathStyle }: ResolvedS3Options,
  { prefix, readOnly }: Seen,
  credentials: S3Credentials | undefined,
): S3MountConfig {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials ?? {}
  return {
    type: 's3',
    bucket,
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined ? {} : { accessKeyId, secretAccessKey }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(prefix === '' ? {} : { prefix }),
    ...(readOnly ? { readOnly } : {}),
    ...(forcePathStyle ? { forcePathStyle } : {}),
  }
}
