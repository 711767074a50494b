import { FilesystemError } from '../errors/filesystem-errors.js'
import { makeFileError, type FileErrorContext } from './make-file-error.js'

/** Turns an error of the operating system into ours, with the original as cause. Everything else passes unchanged. */
export function mapFileError(error: unknown, context: FileErrorContext): unknown {
  // Only errors of system calls have `syscall`; Node's own argument errors have a code too.
  const isOfSystem = error instanceof Error && !FilesystemError.isInstance(error) && 'syscall' in error
  if (!isOfSystem || !('code' in error) || typeof error.code !== 'string') return error
  const { path, operation } = context
  const text = `The disk failed (${error.code}): ${operation} ${path}`
  return makeFileError(error.code, context, error) ?? new FilesystemError(text, 'EIO', path, { cause: error })
}
