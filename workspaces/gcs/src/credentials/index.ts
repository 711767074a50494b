export type { GCSCredentials } from './gcs-credentials.js'
export { parseCredentials, type CredentialSource } from './parse-credentials.js'
export { readCredentials } from './read-credentials.js'
