import type { StorageOptions } from '@caisson/kit/options'

/**
 * Options of `AzureBlobFilesystem`. Of several credentials the first of this order counts: `connectionString`, `accountKey`,
 * `sasToken`, `useDefaultCredential`. Without any the access is anonymous and only reads, and with an `endpoint` of its own
 * it is an error.
 */
export interface AzureBlobFilesystemOptions extends StorageOptions {
  /** The container. `$web`, `$root` and `$logs` are containers too. */
  container: string | undefined
  /** The storage account. Default: the one in `connectionString` or `endpoint`. */
  accountName?: string | undefined
  /** Secret. A key of the account. */
  accountKey?: string | undefined
  /** Secret. A shared access signature, with or without the leading `?`. */
  sasToken?: string | undefined
  /** Secret. Account, credentials and address in one; its credentials win over all others. */
  connectionString?: string | undefined
  /** Ask `DefaultAzureCredential` of `@azure/identity`, which has to be installed. Default false. */
  useDefaultCredential?: boolean | undefined
  /**
   * Address of the account's blobs, for sovereign clouds, private links and emulators; it wins over the one in
   * `connectionString`. Default: the account's host at `blob.core.windows.net`.
   */
  endpoint?: string | undefined
}
