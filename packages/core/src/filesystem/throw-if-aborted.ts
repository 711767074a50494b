import { FilesystemAbortError } from '../errors/filesystem-errors.js'

/** @throws FilesystemAbortError with the signal's reason as cause, once the signal is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined, path: string, operation: string): void {
  if (signal?.aborted) throw new FilesystemAbortError(path, operation, signal.reason)
}
