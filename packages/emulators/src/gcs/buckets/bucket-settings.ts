/** What this vendor knows of a bucket. It changes while the bucket stays. */
export interface BucketSettings {
  readonly isPublic: boolean
  readonly location: string
  labels: Readonly<Record<string, string>>
  metageneration: number
  modifiedAt: Date
}
