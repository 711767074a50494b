import type { ObjectStoreConfig } from '@caisson/kit/object-store'
import { describeOptions } from '@caisson/kit/options'
import type { GCSFilesystemOptions } from './gcs-filesystem-options.js'
import { gcsOptionsSchema } from './gcs-options-schema.js'

/** What the portable filesystem gets of the options. */
export function toStoreConfig(options: GCSFilesystemOptions): Omit<ObjectStoreConfig, 'driver'> {
  const { bucket: _bucket, projectId: _id, credentials: _credentials, endpoint: _endpoint, ...common } = options
  // The filesystem itself tells of the prefix, in its one spelling.
  const { prefix: _prefix, ...metadata } = describeOptions(gcsOptionsSchema, options)
  return {
    ...common,
    name: 'GCSFilesystem',
    idPrefix: 'gcs-fs',
    displayName: options.displayName ?? 'Google Cloud Storage',
    icon: options.icon ?? 'gcs',
    metadata,
  }
}
