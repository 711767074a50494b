import type { AzureClients } from './azure-clients.js'
import { toAbort } from './conditions.js'

const notFound = 404

/** What became of a key that is still there. */
interface FailedDelete {
  readonly key: string
  readonly error: unknown
}

/** Deletes blobs with their snapshots: one by itself, several in one request. Missing ones are no failure. */
export async function deleteBlobs(
  { sdk, writer }: AzureClients,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly FailedDelete[]> {
  const options = { deleteSnapshots: 'include', ...toAbort(signal) } as const
  const [only] = keys
  if (only === undefined) return []
  if (keys.length === 1) {
    await writer.getBlobClient(only).deleteIfExists(options)
    return []
  }
  const blobs = keys.map((key) => writer.getBlobClient(key))
  const { subResponses } = await writer.getBlobBatchClient().deleteBlobs(blobs, options)
  return subResponses.flatMap(({ status, statusMessage, errorCode }, index) => {
    const key = keys[index]
    if (key === undefined || status === notFound || status < 300) return []
    return [
      { key, error: new sdk.RestError(statusMessage, { statusCode: status, ...(errorCode && { code: errorCode }) }) },
    ]
  })
}
