import type { AzureBlobMountConfig } from '@caisson/kit/mounts'
import type { AzureContainer } from '../driver/index.js'

/**
 * What mounting has to know. A connection string was taken apart before, so that mounts and requests have the same idea of
 * what is in it.
 */
export function toMountConfig(
  { container, endpoint, accountName, credential }: AzureContainer,
  { prefix, readOnly }: { readonly prefix: string; readonly readOnly: boolean },
): AzureBlobMountConfig {
  return {
    type: 'azure-blob',
    container,
    ...(accountName === undefined ? {} : { accountName }),
    ...(credential.kind === 'key' ? { accountKey: credential.accountKey } : {}),
    ...(credential.kind === 'sas' ? { sasToken: credential.sasToken } : {}),
    ...(credential.kind === 'default' ? { useDefaultCredential: true } : {}),
    ...(endpoint === `https://${accountName}.blob.core.windows.net` ? {} : { endpoint }),
    ...(prefix === '' ? {} : { prefix }),
    ...(readOnly ? { readOnly } : {}),
  }
}
