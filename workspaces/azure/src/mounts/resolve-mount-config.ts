import { currentTimeMs } from '@caisson/core/driver'
import type { AzureBlobMountConfig, ResolvedMountConfig } from '@caisson/kit/mounts'
import type { AzureBlobDriver, AzureContainer } from '../driver/index.js'

/** How long a signature lasts that is made for a mount. */
const lifetimeMs = 6 * 60 * 60_000

/** Clocks of the service and of this machine may differ by so much. */
const clockSkewMs = 5 * 60_000

/** The rights of a mount: to read, list, and unless it is read-only to write and delete. */
const rights = { reading: 'rl', writing: 'racwdl' } as const

/**
 * A configuration that works in a machine that has no identity of its own. A default credential may sign for the container,
 * if it has the right to; where it does not, or the account is unknown, the identity of the machine has to do.
 */
export async function resolveMountConfig(
  account: AzureContainer,
  driver: AzureBlobDriver,
  config: AzureBlobMountConfig,
  signal: AbortSignal | undefined,
): Promise<ResolvedMountConfig> {
  const { accountName, container: containerName, credential, endpoint } = account
  if (credential.kind !== 'default' || accountName === undefined) return { config }
  const { sdk, credential: source } = await driver.load()
  if (!('getToken' in source)) return { config }
  const startsOn = new Date(currentTimeMs() - clockSkewMs)
  const expiresAtMs = currentTimeMs() + lifetimeMs
  const expiresOn = new Date(expiresAtMs)
  const service = new sdk.BlobServiceClient(endpoint, source)
  try {
    const options = signal === undefined ? {} : { abortSignal: signal }
    const key = await service.getUserDelegationKey(startsOn, expiresOn, options)
    const permissions = sdk.ContainerSASPermissions.parse(config.readOnly === true ? rights.reading : rights.writing)
    const values = { containerName, permissions, startsOn, expiresOn }
    const sasToken = sdk.generateBlobSASQueryParameters(values, key, accountName).toString()
    const { useDefaultCredential: _, ...rest } = config
    return { config: { ...rest, type: 'azure-blob', container: containerName, sasToken }, expiresAtMs }
  } catch (error) {
    if (driver.classifyError(error) === 'denied') return { config }
    throw error
  }
}
