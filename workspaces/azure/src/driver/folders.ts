import type { ContainerClient } from '@azure/storage-blob'
import type { ObjectFacts } from '@caisson/kit/object-store'
import type { AzureClients } from './azure-clients.js'
import { toFacts } from './blob-facts.js'
import { toAbort } from './conditions.js'
import { azureErrorKind } from './error-kind.js'

/**
 * Accounts with a hierarchy, and blobfuse2 in all others, keep a directory as an empty blob of its name with this mark. Here such
 * a blob is what it stands for: never a file `name`, but the object `name/` that other stores and we make for a directory.
 */
const folderMark = 'hdi_isfolder'

/** What the SDK tells of a blob beside its content. */
export type BlobMetadata = Readonly<Record<string, string>> | undefined

/** Whether a blob stands for a directory. The service keeps the case of names as they were given. */
export function isFolder(metadata: BlobMetadata): boolean {
  return Object.entries(metadata ?? {}).some(([name, value]) => name.toLowerCase() === folderMark && value === 'true')
}

/** The directory that a key ending in a slash stands for, where a marked blob does; `undefined` for other keys. */
export async function findFolder(
  reader: ContainerClient,
  key: string,
  signal: AbortSignal | undefined,
): Promise<ObjectFacts | undefined> {
  const name = folderName(key)
  if (name === undefined) return undefined
  try {
    const blob = await reader.getBlobClient(name).getProperties(toAbort(signal))
    return isFolder(blob.metadata) ? toFacts(key, blob) : undefined
  } catch (error) {
    if (azureErrorKind(error) === 'missing') return undefined
    throw error
  }
}

/** Deletes the marked blob of a key ending in a slash, as it was found. For other keys nothing is sent. */
export async function deleteFolder(
  { reader, writer }: AzureClients,
  key: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await findFolder(reader, key, signal)
  const name = folderName(key)
  if (found === undefined || name === undefined) return
  const conditions = found.version === undefined ? {} : { ifMatch: found.version }
  await writer.getBlobClient(name).deleteIfExists({ conditions, ...toAbort(signal) })
}

function folderName(key: string): string | undefined {
  return key.length > 1 && key.endsWith('/') ? key.slice(0, -1) : undefined
}
