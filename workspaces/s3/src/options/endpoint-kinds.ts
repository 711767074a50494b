import type { FilesystemIcon } from '@caisson/core/workspace'

/** How a store is shown to people. */
export interface EndpointKind {
  readonly icon: FilesystemIcon
  readonly displayName: string
}

const amazon: EndpointKind = { icon: 'aws-s3', displayName: 'Amazon S3' }
const compatible: EndpointKind = { icon: 's3', displayName: 'S3-compatible storage' }

/** By what the host name of the endpoint contains; the first row that fits. */
const kinds = [
  { part: /(?:^|\.)r2\.|cloudflare/, icon: 'r2', displayName: 'Cloudflare R2' },
  { part: /(?:^|\.)googleapis\.com$/, icon: 'gcs', displayName: 'Google Cloud Storage' },
  { part: /(?:^|[.-])azure|\.blob\.core\.windows\.net$/, icon: 'azure', displayName: 'Azure Blob Storage' },
  { part: /minio/, icon: 'minio', displayName: 'MinIO' },
  { part: /(?:^|\.)amazonaws\.com(?:\.cn)?$/, ...amazon },
] satisfies readonly (EndpointKind & { part: RegExp })[]

/** Without an endpoint it is Amazon. */
export function endpointKind(endpoint: string | undefined): EndpointKind {
  if (endpoint === undefined) return amazon
  const { hostname } = new URL(endpoint)
  return kinds.find(({ part }) => part.test(hostname.toLowerCase())) ?? compatible
}
