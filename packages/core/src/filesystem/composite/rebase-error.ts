import { PermissionError, StaleFileError } from '../../errors/filesystem-errors.js'
import { WorkspaceError } from '../../errors/workspace-errors.js'
import { makeFileError, type FileErrorContext } from '../make-file-error.js'

/**
 * Words an error of a mounted filesystem for the composed one: same code, the caller's path, the original as cause.
 * Foreign errors are known by their code; what has none passes unchanged.
 */
export function rebaseError(error: unknown, context: FileErrorContext): unknown {
  const { path, operation } = context
  if (WorkspaceError.isInstance(error) && error.code === 'READ_ONLY') {
    return new PermissionError(path, `${operation} (filesystem is read-only)`, { cause: error })
  }
  // An abort and an unusable filesystem are about the call, not about the path.
  if (!(error instanceof Error) || !('path' in error) || !('code' in error)) return error
  if (error.code === 'ESTALE' && 'expectedMtime' in error && 'actualMtime' in error) {
    const { expectedMtime, actualMtime } = error
    if (!(expectedMtime instanceof Date) || !(actualMtime instanceof Date)) return error
    return new StaleFileError(path, expectedMtime, actualMtime, { cause: error })
  }
  if (error.code === 'EACCES' && 'operation' in error && typeof error.operation === 'string') {
    return new PermissionError(path, error.operation, { cause: error })
  }
  return typeof error.code === 'string' ? (makeFileError(error.code, context, error) ?? error) : error
}
