import type * as sdkModule from '@azure/storage-blob'

/** What is used of the vendor's SDK. */
export type AzureSdk = Omit<typeof sdkModule, 'default'>

/** The SDK, loaded on first use: it is heavy, and most programs that import this package read no blob at once. */
export async function loadAzureSdk(): Promise<AzureSdk> {
  return import('@azure/storage-blob')
}
