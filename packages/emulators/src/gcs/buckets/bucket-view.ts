import type { Bucket } from '../../objects/index.js'
import type { BucketSettings } from './bucket-settings.js'

/** A bucket as the API shows it. */
export function viewBucket(
  { name, createdAt, settings }: Bucket<BucketSettings>,
  origin: string,
): Record<string, unknown> {
  const { location, labels, metageneration, modifiedAt } = settings
  return {
    kind: 'storage#bucket',
    id: name,
    selfLink: `${origin}/storage/v1/b/${name}`,
    projectNumber: '0',
    name,
    location,
    locationType: ['US', 'EU', 'ASIA'].includes(location) ? 'multi-region' : 'region',
    storageClass: 'STANDARD',
    metageneration: String(metageneration),
    etag: Buffer.from(`bucket ${metageneration}`).toString('base64'),
    timeCreated: createdAt.toISOString(),
    updated: modifiedAt.toISOString(),
    // Objects have no access lists of their own here, which is the default of new buckets.
    iamConfiguration: { uniformBucketLevelAccess: { enabled: true }, publicAccessPrevention: 'inherited' },
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
  }
}
