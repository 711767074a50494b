import { z } from 'zod'
import { checkCredentials } from '../credentials/check-credentials.js'
import type { S3Credentials, S3CredentialsProvider } from './s3-filesystem-options.js'

/** Keys are checked here, a function is asked only when they are needed. */
export const credentialsType: z.ZodType<S3Credentials | S3CredentialsProvider> = z.custom<
  S3Credentials | S3CredentialsProvider
>((value) => typeof value === 'function' || checkCredentials(value) === undefined)
