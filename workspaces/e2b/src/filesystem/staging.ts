import type { E2BFileAccess } from './disk-options.js'
import type { StagedFile } from './scripts/write-script.js'
import { createId, silentLogger } from '@caisson/core/driver'

/** Only root may enter it, so that content is private from its first byte; the uploading daemon and our scripts are root. */
const privateDirectory = '/root'
/** A slower upload is given up. */
const leastBytesPerMs = 32
const requestTimeoutMs = 60_000

/** A new place for uploads, which does not exist yet. */
export function newStagedFile(): StagedFile {
  const directory = `${privateDirectory}/${createId('.caisson')}`
  return { directory, file: `${directory}/content`, temporaryName: `${createId('.caisson')}.tmp` }
}

/** How long an upload of so many bytes may take. */
export function uploadTimeoutMs(sizeBytes: number): number {
  return requestTimeoutMs + Math.ceil(sizeBytes / leastBytesPerMs)
}

/** Runs the steps of an upload; when they fail, what was uploaded is removed. */
export async function withStaging<T>({ files }: E2BFileAccess, directory: string, steps: () => Promise<T>): Promise<T> {
  try {
    return await steps()
  } catch (error) {
    try {
      await files.remove(directory, { user: 'root' })
    } catch (leftover) {
      // The machine cannot be reached; the first error says why.
      silentLogger.warn('Removing an upload failed', leftover)
    }
    throw error
  }
}
