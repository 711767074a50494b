import type * as sdkModule from '@google-cloud/storage'

/** What is used of the vendor's SDK. */
export type GCSSdk = Pick<typeof sdkModule, 'Storage'>

/** The SDK, loaded on first use: it is heavy, and most programs that import this package read no object at once. */
export async function loadGCSSdk(): Promise<GCSSdk> {
  return import('@google-cloud/storage')
}
