const marker: unique symbol = Symbol.for('caisson.error.filesystem') as never

/** Codes of filesystem errors. */
export type FilesystemErrorCode =
  | 'ENOENT'
  | 'EEXIST'
  | 'EISDIR'
  | 'ENOTDIR'
  | 'ENOTEMPTY'
  | 'EACCES'
  | 'EROFS'
  | 'EINVAL'
  | 'ENOSPC'
  | 'ELOOP'
  | 'ESTALE'
  | 'ENOTREADY'
  | 'EREAD_REQUIRED'
  | 'EUNSUPPORTED_PATTERN'
  | 'EUNSUPPORTED'
  | 'ABORTED'
  | 'EIO'

/** Base of every error about a file. Recognise it with `FilesystemError.isInstance` or by `code`. */
export class FilesystemError extends Error {
  override name: string = 'FilesystemError'

  readonly code: FilesystemErrorCode
  readonly path: string

  constructor(message: string, code: FilesystemErrorCode, path: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.path = path
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for errors made by any copy of this library. */
  static isInstance(value: unknown): value is FilesystemError {
    return typeof value === 'object' && value !== null && marker in value
  }
}

export class FileNotFoundError extends FilesystemError {
  override name: string = 'FileNotFoundError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`File not found: ${path}`, 'ENOENT', path, options)
  }
}

export class DirectoryNotFoundError extends FilesystemError {
  override name: string = 'DirectoryNotFoundError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`Directory not found: ${path}`, 'ENOENT', path, options)
  }
}

export class FileExistsError extends FilesystemError {
  override name: string = 'FileExistsError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`File already exists: ${path}`, 'EEXIST', path, options)
  }
}

export class IsDirectoryError extends FilesystemError {
  override name: string = 'IsDirectoryError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`Is a directory: ${path}`, 'EISDIR', path, options)
  }
}

export class NotDirectoryError extends FilesystemError {
  override name: string = 'NotDirectoryError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`Not a directory: ${path}`, 'ENOTDIR', path, options)
  }
}

export class DirectoryNotEmptyError extends FilesystemError {
  override name: string = 'DirectoryNotEmptyError'

  constructor(path: string, options?: { cause?: unknown }) {
    super(`Directory not empty: ${path}`, 'ENOTEMPTY', path, options)
  }
}

/** The path lies outside what is allowed, or the store refused. `operation` says what was tried. */
export class PermissionError extends FilesystemError {
  override name: string = 'PermissionError'

  constructor(
    path: string,
    readonly operation: string,
    options?: { cause?: unknown },
  ) {
    super(`Permission denied: ${operation} ${path}`, 'EACCES', path, options)
  }
}

/** A tool wants the file to be read before it is written. */
export class FileReadRequiredError extends FilesystemError {
  override name: string = 'FileReadRequiredError'

  constructor(
    path: string,
    readonly reason: string,
    options?: { cause?: unknown },
  ) {
    super(`Read the file before writing it: ${path} (${reason})`, 'EREAD_REQUIRED', path, options)
  }
}

/** The file was changed by someone else since the caller looked. */
export class StaleFileError extends FilesystemError {
  override name: string = 'StaleFileError'

  constructor(
    path: string,
    readonly expectedMtime: Date,
    readonly actualMtime: Date,
    options?: { cause?: unknown },
  ) {
    const times = `expected modification time ${expectedMtime.toISOString()}, found ${actualMtime.toISOString()}`
    super(`File was modified: ${path} (${times})`, 'ESTALE', path, options)
  }
}

export class FilesystemNotReadyError extends FilesystemError {
  override name: string = 'FilesystemNotReadyError'

  constructor(id: string, options?: { cause?: unknown }) {
    super(`Filesystem is not ready: ${id}`, 'ENOTREADY', id, options)
  }
}

export class UnsupportedGrepPatternError extends FilesystemError {
  override name: string = 'UnsupportedGrepPatternError'

  constructor(pattern: string, reason?: string, options?: { cause?: unknown }) {
    super(`Unsupported pattern: ${pattern}${reason ? ` (${reason})` : ''}`, 'EUNSUPPORTED_PATTERN', pattern, options)
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class FilesystemAbortError extends FilesystemError {
  override name: string = 'FilesystemAbortError'

  constructor(path: string, operation: string, reason?: unknown) {
    super(`Filesystem operation aborted: ${operation} ${path}`, 'ABORTED', path, { cause: reason })
  }
}
