/** The key file of a service account, as the vendor's console gives it out. */
export interface ServiceAccountKey {
  readonly type: 'service_account'
  readonly project_id: string
  readonly private_key_id: string
  /** RSA, PKCS 8, PEM. */
  readonly private_key: string
  readonly client_email: string
  readonly client_id: string
  readonly auth_uri: string
  /** Where signed assertions are changed for access tokens. The vendor's Node client ignores it, its Go clients and rclone do not. */
  readonly token_uri: string
  readonly auth_provider_x509_cert_url: string
  readonly client_x509_cert_url: string
  readonly universe_domain: string
}
