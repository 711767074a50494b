export type { S3Credentials, S3CredentialsProvider, S3FilesystemOptions } from './options/index.js'
export { s3FilesystemProvider } from './provider.js'
export { S3Filesystem } from './s3-filesystem.js'
