import type { S3Credentials } from '../options/s3-filesystem-options.js'

/** Credentials as the SDK takes them, without members that are `undefined`. */
export interface S3Identity {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly expiration?: Date
}

/** Copies what belongs to credentials, and nothing else. */
export function toIdentity({ accessKeyId, secretAccessKey, sessionToken, expiration }: S3Credentials): S3Identity {
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
    ...(expiration === undefined ? {} : { expiration }),
  }
}
