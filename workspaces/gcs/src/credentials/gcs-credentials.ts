/**
 * What a key file of Google Cloud holds. A service account has `client_email` and `private_key`; other kinds, such as a federated
 * identity, name themselves in `type`.
 */
export interface GCSCredentials {
  client_email?: string | undefined
  private_key?: string | undefined
  type?: string | undefined
  [field: string]: unknown
}
