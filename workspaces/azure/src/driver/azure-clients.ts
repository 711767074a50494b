import type { ContainerClient, newPipeline } from '@azure/storage-blob'
import type { AzureContainer } from './azure-account.js'
import { loadDefaultCredential } from './load-identity.js'
import { loadAzureSdk, type AzureSdk } from './sdk.js'

type AnyCredential = NonNullable<Parameters<typeof newPipeline>[0]>

/** What the SDK takes for a source of tokens. */
export type TokenCredential = Extract<AnyCredential, { getToken: unknown }>

/** Everything of the SDK that a driver uses. */
export interface AzureClients {
  readonly sdk: AzureSdk
  readonly credential: AnyCredential
  /** Requests that only read: failures of the network are tried again. */
  readonly reader: ContainerClient
  /**
   * Requests that change something, each sent once. One whose answer was lost may have been carried out: sent again, a
   * conditional one would find its own work and report that somebody else was there, and another could undo what others
   * have written since.
   */
  readonly writer: ContainerClient
}

/** Makes the clients; nothing is sent. */
export async function createAzureClients(account: AzureContainer): Promise<AzureClients> {
  const sdk = await loadAzureSdk()
  const credential = await createCredential(sdk, account)
  const query = account.credential.kind === 'sas' ? `?${account.credential.sasToken}` : ''
  const url = `${account.endpoint}/${account.container}${query}`
  const client = (maxTries: number): ContainerClient => {
    const retryOptions = { maxTries, retryDelayInMs: 500, maxRetryDelayInMs: 8000 }
    return new sdk.ContainerClient(url, sdk.newPipeline(credential, { retryOptions }))
  }
  return { sdk, credential, reader: client(3), writer: client(1) }
}

async function createCredential(sdk: AzureSdk, { credential }: AzureContainer): Promise<AnyCredential> {
  if (credential.kind === 'default') return loadDefaultCredential()
  if (credential.kind === 'key')
    return new sdk.StorageSharedKeyCredential(credential.accountName, credential.accountKey)
  return new sdk.AnonymousCredential()
}
