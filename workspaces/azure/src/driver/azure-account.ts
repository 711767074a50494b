/** How requests are authorised. */
export type AzureCredential =
  | { readonly kind: 'key'; readonly accountName: string; readonly accountKey: string }
  | { readonly kind: 'sas'; readonly sasToken: string }
  | { readonly kind: 'default' }
  | { readonly kind: 'anonymous' }

/** A container, and what is needed to talk to it. */
export interface AzureContainer {
  /** Address of the account's blobs, without a slash at the end. */
  readonly endpoint: string
  readonly container: string
  readonly accountName?: string | undefined
  readonly credential: AzureCredential
}
