import type { MastraErrorClasses } from './mastra-error-classes.js'

/** The call that failed. */
export interface FailedCall {
  readonly method: string
  readonly path: string
}

/** What an error says about itself; errors of Caisson and of Node say it alike. */
interface FileErrorFacts {
  readonly code: string
  readonly message: string
  readonly path?: string | undefined
  readonly operation?: string | undefined
  readonly reason?: string | undefined
  readonly expectedMtime?: Date | undefined
  readonly actualMtime?: Date | undefined
}

/** A failed call together with its error. `path` is the error's, or else the call's. */
type Failure = FileErrorFacts & { readonly path: string; readonly method: string; readonly isFileError: boolean }

type Make = (classes: MastraErrorClasses, failure: Failure) => Error | undefined

/** Calls that want a directory: what they do not find is a directory. */
const directoryMethods: readonly string[] = ['readdir', 'rmdir', 'walk']

const notFound: Make = ({ FileNotFoundError, DirectoryNotFoundError }, { path, method }) => {
  const NotFound = directoryMethods.includes(method) ? (DirectoryNotFoundError ?? FileNotFoundError) : FileNotFoundError
  return NotFound && new NotFound(path)
}

/** For codes that Mastra has no class of its own for. Only errors about a path: other errors may share such a code. */
const general: Make = ({ FilesystemError }, { code, message, path, isFileError }) =>
  isFileError && FilesystemError ? new FilesystemError(message, code, path) : undefined

/** Mastra's error for each code of `FilesystemError`, and for the read-only `WorkspaceError`. */
const makers: Readonly<Record<string, Make>> = {
  ENOENT: notFound,
  EEXIST: ({ FileExistsError }, { path }) => FileExistsError && new FileExistsError(path),
  EISDIR: ({ IsDirectoryError }, { path }) => IsDirectoryError && new IsDirectoryError(path),
  ENOTDIR: ({ NotDirectoryError }, { path }) => NotDirectoryError && new NotDirectoryError(path),
  ENOTEMPTY: ({ DirectoryNotEmptyError }, { path }) => DirectoryNotEmptyError && new DirectoryNotEmptyError(path),
  EACCES: ({ PermissionError }, { path, operation, method }) =>
    PermissionError && new PermissionError(path, operation ?? method),
  EREAD_REQUIRED: ({ FileReadRequiredError }, { path, reason, message }) =>
    FileReadRequiredError && new FileReadRequiredError(path, reason ?? message),
  ESTALE: ({ StaleFileError }, { path, expectedMtime, actualMtime }) =>
    StaleFileError && expectedMtime && actualMtime && new StaleFileError(path, expectedMtime, actualMtime),
  ENOTREADY: ({ FilesystemNotReadyError }, { path }) => FilesystemNotReadyError && new FilesystemNotReadyError(path),
  EUNSUPPORTED_PATTERN: ({ UnsupportedGrepPatternError }, { path }) =>
    UnsupportedGrepPatternError && new UnsupportedGrepPatternError(path),
  READ_ONLY: ({ WorkspaceReadOnlyError }, { operation, method }) =>
    WorkspaceReadOnlyError && new WorkspaceReadOnlyError(operation ?? method),
  EROFS: general,
  EINVAL: general,
  ENOSPC: general,
  ELOOP: general,
  EUNSUPPORTED: general,
  ABORTED: general,
  EIO: general,
}

/** Whether there may be an error of Mastra for this one. */
export function isTranslatable(error: unknown): error is Error & FileErrorFacts {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && Object.hasOwn(makers, error.code)
  )
}

/**
 * Mastra's error for one of ours, chosen by `code`: with our message, which says more, and with ours as its cause. The
 * error itself where there is nothing to translate, or where the class for it is not among the given ones.
 */
export function translateFileError(error: unknown, classes: MastraErrorClasses, call: FailedCall): unknown {
  if (!isTranslatable(error)) return error
  const { code, message, operation, reason, expectedMtime, actualMtime } = error
  const isFileError = typeof error.path === 'string'
  const path = error.path ?? call.path
  const failure = { code, message, operation, reason, expectedMtime, actualMtime, path, isFileError }
  const translated = makers[code]?.(classes, { ...failure, method: call.method })
  if (!translated) return error
  translated.message = message
  return Object.defineProperty(translated, 'cause', { value: error, configurable: true, writable: true })
}
