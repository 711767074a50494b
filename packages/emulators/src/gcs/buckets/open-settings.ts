import type { BucketSettings } from './bucket-settings.js'

interface Given {
  readonly isPublic?: boolean | undefined
  readonly location?: string | undefined
}

export function openSettings({ isPublic = false, location = 'US' }: Given): BucketSettings {
  return { isPublic, location: location.toUpperCase(), labels: {}, metageneration: 1, modifiedAt: new Date() }
}
