import { generateKeyPair, randomBytes, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import type { ServiceAccountKey } from './service-account-key.js'
import { googleTokenAddress } from './token-audience.js'

const generate = promisify(generateKeyPair)

export interface ServiceAccountKeyOptions {
  /** The part of the address before the `@`. Default `caisson`. */
  readonly name?: string | undefined
  /** Default `caisson-emulator`. */
  readonly projectId?: string | undefined
  /** Default: the vendor's own address; `emulator.keys` has the emulator's. */
  readonly tokenUri?: string | undefined
}

/** Makes the key file of a service account that exists nowhere, with a new RSA key, to be given to an emulator's `accounts`. */
export async function createServiceAccountKey(options: ServiceAccountKeyOptions = {}): Promise<ServiceAccountKey> {
  const { name = 'caisson', projectId = 'caisson-emulator', tokenUri = googleTokenAddress } = options
  const { privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const email = `${name}@${projectId}.iam.gserviceaccount.com`
  return {
    type: 'service_account',
    project_id: projectId,
    private_key_id: randomBytes(20).toString('hex'),
    private_key: privateKey,
    client_email: email,
    client_id: `1${randomInt(10 ** 12)
      .toString()
      .padStart(20, '0')}`,
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: tokenUri,
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
    universe_domain: 'googleapis.com',
  }
}
