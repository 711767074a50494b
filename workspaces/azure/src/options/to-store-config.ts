import type { ObjectStoreConfig } from '@caisson/kit/object-store'
import { describeOptions } from '@caisson/kit/options'
import { azureBlobOptionsSchema } from './azure-blob-options-schema.js'
import type { ResolvedAzureOptions } from './resolve-azure-options.js'

/** What the portable filesystem gets of the options. */
export function toStoreConfig({ options, account }: ResolvedAzureOptions): Omit<ObjectStoreConfig, 'driver'> {
  const { container: _container, accountName: _name, accountKey: _key, ...rest } = options
  const {
    sasToken: _sas,
    connectionString: _string,
    useDefaultCredential: _default,
    endpoint: _endpoint,
    ...common
  } = rest
  // The filesystem itself tells of the prefix, in its one spelling.
  const { prefix: _prefix, ...metadata } = describeOptions(azureBlobOptionsSchema, options)
  return {
    ...common,
    name: 'AzureBlobFilesystem',
    idPrefix: 'azure-fs',
    displayName: options.displayName ?? 'Azure Blob Storage',
    icon: options.icon ?? 'azure-blob',
    readOnly: options.readOnly === true || account.credential.kind === 'anonymous',
    metadata,
  }
}
