import { ObjectStoreError } from '@caisson/kit/object-store'
import type { GCSMountConfig, ResolvedMountConfig } from '@caisson/kit/mounts'
import { readCredentials } from '../credentials/index.js'
import type { GCSBucket, GCSDriver } from '../driver/index.js'

/**
 * A configuration that works in a machine that knows nothing of this host: with the key from its file, or for credentials that
 * are no key of a service account with a token that ends soon.
 */
export async function resolveMountConfig(
  { source }: GCSBucket,
  driver: GCSDriver,
  config: GCSMountConfig,
  signal: AbortSignal | undefined,
): Promise<ResolvedMountConfig> {
  if (config.serviceAccountKey !== undefined) return { config }
  const credentials = await readCredentials(source)
  if (credentials?.private_key !== undefined) {
    return { config: { ...config, serviceAccountKey: JSON.stringify(credentials) } }
  }
  const { auth, isAnonymous } = await driver.load()
  signal?.throwIfAborted()
  if (isAnonymous) return { config: { ...config, readOnly: true } }
  const client = await auth.getClient()
  const { token } = await client.getAccessToken()
  if (typeof token !== 'string') throw new ObjectStoreError('The credentials give no token', 'unauthenticated')
  const expiresAtMs = client.credentials.expiry_date ?? undefined
  return { config: { ...config, accessToken: token }, expiresAtMs }
}
