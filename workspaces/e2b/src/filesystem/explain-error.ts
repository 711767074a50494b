import { FilesystemAbortError, FilesystemError } from '@caisson/core'
import { diskError, type DiskTarget } from './disk-error.js'
import type { E2BRun } from './disk-options.js'
import { runDiskScript } from './disk-script.js'
import { diagnoseScript, type WantedEntry } from './scripts/look-scripts.js'

/** All other statuses say themselves what is wrong. */
const internalStatus = 500

/**
 * Our error for one of the vendor's file API. Where its class says too little, the path is looked at. Errors of the
 * machine and of the way to it are returned as they are: whoever knows the machine judges them.
 */
export async function explainError(
  error: unknown,
  target: DiskTarget,
  wanted: WantedEntry,
  run: E2BRun,
): Promise<unknown> {
  const { path, operation, signal } = target
  if (FilesystemError.isInstance(error)) return error
  if (signal?.aborted) return new FilesystemAbortError(path, operation, signal.reason)
  const sdk = await import('e2b')
  if (error instanceof sdk.FileNotFoundError) return diskError('ENOENT', target, error)
  if (error instanceof sdk.NotEnoughSpaceError) return diskError('ENOSPC', target, error)
  // Its daemon answers "internal" for a path through a file, and "invalid" for a directory, a pipe and a long name alike.
  const isVague =
    error instanceof sdk.InvalidArgumentError ||
    (error instanceof sdk.SandboxError &&
      Object.getPrototypeOf(error) === sdk.SandboxError.prototype &&
      (error.statusCode ?? internalStatus) === internalStatus)
  return isVague ? ((await diagnose(target, wanted, run)) ?? error) : error
}

/** What is wrong with a path; undefined when nothing is, or when it cannot be looked at. */
async function diagnose(target: DiskTarget, wanted: WantedEntry, run: E2BRun): Promise<FilesystemError | undefined> {
  try {
    await runDiskScript(run, diagnoseScript(target.location, wanted), { first: target })
    return undefined
  } catch (error) {
    // Anything else is the failure that is to be explained, once more.
    if (!FilesystemError.isInstance(error)) return undefined
    return wanted === 'uploaded file' && error.code === 'ENOENT' ? undefined : error
  }
}
