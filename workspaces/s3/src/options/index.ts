export { resolveS3Options, type ResolvedS3Options } from './resolve-s3-options.js'
export type { S3Credentials, S3CredentialsProvider, S3FilesystemOptions } from './s3-filesystem-options.js'
export { s3OptionsSchema } from './s3-options-schema.js'
