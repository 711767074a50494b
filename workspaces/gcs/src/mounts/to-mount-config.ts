import type { GCSMountConfig } from '@caisson/kit/mounts'
import type { GCSBucket } from '../driver/index.js'

/** What mounting has to know, as far as it is known without asking. */
export function toMountConfig(
  { name: bucket, endpoint, isCustom, source }: GCSBucket,
  { prefix, readOnly }: { readonly prefix: string; readonly readOnly: boolean },
): GCSMountConfig {
  const credentials = source?.kind === 'value' ? source.credentials : undefined
  return {
    type: 'gcs',
    bucket,
    ...(credentials?.private_key === undefined ? {} : { serviceAccountKey: JSON.stringify(credentials) }),
    ...(isCustom ? { endpoint } : {}),
    ...(prefix === '' ? {} : { prefix }),
    ...(readOnly ? { readOnly } : {}),
  }
}
