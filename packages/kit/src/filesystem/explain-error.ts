import { FilesystemAbortError, FilesystemError } from '@caisson/core/workspace'
import type { ShellCommand } from '@caisson/core/driver'
import { diskError, type DiskTarget } from './disk-error.js'
import { runDiskScript } from './disk-script.js'
import type { MachineFiles } from './machine-files.js'
import { diagnoseScript, type WantedEntry } from './scripts/look-scripts.js'

/**
 * Our error for one of the vendor's file API. Where its class says too little, the path is looked at. Errors of the
 * machine and of the way to it are returned as they are: whoever knows the machine judges them.
 */
export async function explainError(
  files: MachineFiles,
  error: unknown,
  target: DiskTarget,
  wanted: WantedEntry,
  staging?: string,
): Promise<unknown> {
  const { path, operation, signal } = target
  if (FilesystemError.isInstance(error)) return error
  if (signal?.aborted) return new FilesystemAbortError(path, operation, signal.reason)
  const fault = await files.classify(error)
  if (fault === 'missing') return diskError('ENOENT', target, error)
  if (fault === 'full') return diskError('ENOSPC', target, error)
  return fault === 'vague'
    ? ((await diagnose(files, target, diagnoseScript(target.location, wanted, staging))) ?? error)
    : error
}

/** What is wrong with a path; undefined when nothing is, or when it cannot be looked at. */
async function diagnose(
  files: MachineFiles,
  target: DiskTarget,
  look: ShellCommand,
): Promise<FilesystemError | undefined> {
  try {
    await runDiskScript(files, look, { first: target })
    return undefined
  } catch (error) {
    // Anything else is the failure that is to be explained, once more.
    return FilesystemError.isInstance(error) ? error : undefined
  }
}
