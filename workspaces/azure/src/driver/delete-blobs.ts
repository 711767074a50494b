import type { BlobDeleteOptions } from '@azure/storage-blob'
import type { AzureClients } from './azure-clients.js'
import { toAbort } from './conditions.js'
import { deleteFolder } from './folders.js'

const notFound = 404

/** Of a key that the answer is silent about, nothing is known. */
const unanswered = { status: 500, statusMessage: 'No answer', errorCode: undefined }

/** What became of a key that is still there. */
interface FailedDelete {
  readonly key: string
  readonly error: unknown
}

/** Deletes blobs with their snapshots: one by itself, several in one request. Missing ones are no failure. */
export async function deleteBlobs(
  clients: AzureClients,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly FailedDelete[]> {
  const { writer } = clients
  const options = { deleteSnapshots: 'include', ...toAbort(signal) } as const
  const [only] = keys
  if (only === undefined) return []
  if (keys.length > 1) return deleteTogether(clients, [...new Set(keys)], options)
  await writer.getBlobClient(only).deleteIfExists(options)
  await deleteFolder(clients, only, signal)
  return []
}

async function deleteTogether(
  clients: AzureClients,
  keys: readonly string[],
  options: BlobDeleteOptions & { readonly abortSignal?: AbortSignal },
): Promise<readonly FailedDelete[]> {
  const { sdk, writer } = clients
  const blobs = keys.map((key) => writer.getBlobClient(key))
  const { subResponses } = await writer.getBlobBatchClient().deleteBlobs(blobs, options)
  const answers = keys.map(async (key, index): Promise<FailedDelete[]> => {
    const { status, statusMessage, errorCode: code } = subResponses[index] ?? unanswered
    if (status >= 300 && status !== notFound) {
      return [{ key, error: new sdk.RestError(statusMessage, { statusCode: status, ...(code && { code }) }) }]
    }
    return deleteFolder(clients, key, options.abortSignal).then(
      () => [],
      (error: unknown) => [{ key, error }],
    )
  })
  return (await Promise.all(answers)).flat()
}
