import { resolveOptions, type EnvironmentSource } from '@caisson/kit/options'
import { parseCredentials } from '../credentials/index.js'
import type { GCSBucket } from '../driver/gcs-bucket.js'
import { defaultEndpoint, normalizeEndpoint } from './gcs-endpoint.js'
import type { GCSFilesystemOptions } from './gcs-filesystem-options.js'
import { gcsOptionsSchema } from './gcs-options-schema.js'

/** Options that were checked, and what they come to. */
export interface ResolvedGCSOptions {
  readonly options: GCSFilesystemOptions
  readonly bucket: GCSBucket
}

/** Checks options and fills in what the environment says. Throws `SandboxError` INVALID_ARGUMENT. */
export function resolveGCSOptions(given: GCSFilesystemOptions, environment?: EnvironmentSource): ResolvedGCSOptions {
  const { options } = resolveOptions(gcsOptionsSchema, given, { owner: 'GCSFilesystem', environment })
  const { bucket: name = '', projectId, credentials, endpoint: address } = options
  const endpoint = (address === undefined ? undefined : normalizeEndpoint(address)) ?? defaultEndpoint
  const source = credentials === undefined ? undefined : parseCredentials(credentials)
  return { options, bucket: { name, endpoint, isCustom: endpoint !== defaultEndpoint, projectId, source } }
}
