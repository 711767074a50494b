import type * as sdkModule from '@aws-sdk/client-s3'

/** What is used of the vendor's SDK. */
export type S3Sdk = typeof sdkModule

/** The SDK, loaded on first use: it is heavy, and most programs that import this package touch no bucket at once. */
export async function loadSdk(): Promise<S3Sdk> {
  return import('@aws-sdk/client-s3')
}
