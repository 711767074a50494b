import { createId, delay, silentLogger } from '@caisson/core/driver'
import type { DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import { stagingOf } from './learnt.js'
import type { MachineFiles } from './machine-files.js'
import type { StagedFile } from './sent-content.js'
import { removeScript } from './scripts/tree-scripts.js'

/** Removing what a failed upload left behind is given up after this time: it is the failure that the caller waits for. */
const removalLimitMs = 15_000

/** Makes use of a new place for an upload, which does not exist yet; when that fails, what was uploaded is removed. */
export async function withStaging<T>(files: MachineFiles, use: (staged: StagedFile) => Promise<T>): Promise<T> {
  const directory = `${await stagingOf(files)}/${createId('.caisson')}`
  try {
    return await use({ directory, file: `${directory}/content` })
  } catch (error) {
    await Promise.race([remove(files, directory), delay(removalLimitMs)])
    throw error
  }
}

async function remove(files: MachineFiles, directory: string): Promise<void> {
  const first: DiskTarget = {
    path: directory,
    location: directory,
    operation: 'remove',
    kind: 'directory',
    signal: undefined,
  }
  try {
    if (files.remove) await files.remove(directory)
    else await runDiskScript(files, removeScript(directory), { first })
  } catch (leftover) {
    // The machine cannot be reached; the first error says why.
    silentLogger.warn('Removing an upload failed', leftover)
  }
}
