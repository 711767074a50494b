import type { BlobClient, BlobSyncCopyFromURLOptions } from '@azure/storage-blob'
import { currentTimeMs, delay } from '@caisson/core/driver'
import { ObjectStoreError, type CopyRequest, type ObjectFacts } from '@caisson/kit/object-store'
import type { AzureClients } from './azure-clients.js'
import { toAbort, toConditions, toHeaders } from './conditions.js'

/** Up to this size the service copies within the request, so that the destination changes at once. */
const copiedAtOnceBytes = 256 * 2 ** 20

const sourceReadableMs = 5 * 60_000
const pollIntervalMs = 1000

/** Copies within the account. */
export async function copyBlob(
  clients: AzureClients,
  request: CopyRequest,
  facts: ObjectFacts,
  limitBytes: number = copiedAtOnceBytes,
): Promise<void> {
  const { destination, condition, signal } = request
  const target = clients.writer.getBlockBlobClient(destination)
  const conditions = toConditions(condition)
  // There is nothing to copy, and not all services copy nothing.
  if (facts.size === 0) {
    await target.upload('', 0, { conditions, blobHTTPHeaders: toHeaders(facts.mimeType), ...toAbort(signal) })
    return
  }
  const source = clients.reader.getBlobClient(facts.key)
  if (facts.size <= limitBytes) {
    const authorization = await authorizeSource(clients, source, signal)
    await target.syncCopyFromURL(authorization.url, { conditions, ...authorization.options, ...toAbort(signal) })
  } else {
    await copyLarge(clients, request, source.url)
  }
}

/** The service reads the source as anybody would, so that the request has to carry the right to do it. */
async function authorizeSource(
  { sdk, credential }: AzureClients,
  source: BlobClient,
  signal: AbortSignal | undefined,
): Promise<{ url: string; options: Pick<BlobSyncCopyFromURLOptions, 'sourceAuthorization'> }> {
  if (credential instanceof sdk.StorageSharedKeyCredential) {
    const permissions = sdk.BlobSASPermissions.parse('r')
    const expiresOn = new Date(currentTimeMs() + sourceReadableMs)
    return { url: await source.generateSasUrl({ permissions, expiresOn }), options: {} }
  }
  if (!('getToken' in credential)) return { url: source.url, options: {} }
  const token = await credential.getToken(sdk.StorageOAuthScopes, toAbort(signal))
  if (token === null) return { url: source.url, options: {} }
  return { url: source.url, options: { sourceAuthorization: { scheme: 'Bearer', value: token.token } } }
}

/** Within an account most copies are done at once all the same; others are waited for. */
async function copyLarge(
  { reader, writer }: AzureClients,
  { destination, condition, signal }: CopyRequest,
  source: string,
): Promise<void> {
  const target = writer.getBlobClient(destination)
  const conditions = toConditions(condition)
  const copy = await target.beginCopyFromURL(source, { conditions, ...toAbort(signal) })
  let status: string | undefined = copy.isDone() ? 'success' : 'pending'
  try {
    while (status === 'pending') {
      await delay(pollIntervalMs, signal)
      status = (await reader.getBlobClient(destination).getProperties(toAbort(signal))).copyStatus
    }
  } catch (error) {
    // Given up half-way it leaves an empty blob, which is no content that anyone wrote.
    await copy.cancelOperation().then(
      async () => target.deleteIfExists(),
      () => undefined,
    )
    throw error
  }
  if (status === 'success') return
  throw new ObjectStoreError(`The copy ended as ${status ?? 'something else'}`, 'conflict')
}
