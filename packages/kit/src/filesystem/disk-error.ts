import {
  DirectoryNotEmptyError,
  DirectoryNotFoundError,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
  PermissionError,
} from '@caisson/core/workspace'

/** What an operation is about. */
export interface DiskTarget {
  /** As the caller gave it; errors carry it. */
  readonly path: string
  /** Absolute in the machine. */
  readonly location: string
  readonly operation: string
  /** What is missing when something is missing. */
  readonly kind: 'file' | 'directory'
  readonly signal: AbortSignal | undefined
}

/** Why a disk refuses, in the order in which scripts report it. */
export const diskErrorCodes = [
  'ENOENT',
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
  'ENOTEMPTY',
  'EACCES',
  'EROFS',
  'EINVAL',
  'ENOSPC',
  'ELOOP',
  'ESTALE',
  'EUNSUPPORTED',
  'EIO',
] as const

export type DiskErrorCode = (typeof diskErrorCodes)[number]

const texts = {
  EROFS: 'The disk is read-only',
  EINVAL: 'Not possible for this file',
  ENOSPC: 'No space left on the disk',
  ELOOP: 'Too many symbolic links',
  ESTALE: 'The file was modified',
  EUNSUPPORTED: 'The machine has no GNU find and coreutils',
  EIO: 'The disk failed',
} as const

/** Our error for a code, naming the path and what was tried. */
export function diskError(code: DiskErrorCode, target: Omit<DiskTarget, 'location'>, cause?: unknown): FilesystemError {
  const { path, operation, kind } = target
  const options = { cause }
  switch (code) {
    case 'ENOENT':
      return kind === 'directory' ? new DirectoryNotFoundError(path, options) : new FileNotFoundError(path, options)
    case 'EEXIST':
      return new FileExistsError(path, options)
    case 'EISDIR':
      return new IsDirectoryError(path, options)
    case 'ENOTDIR':
      return new NotDirectoryError(path, options)
    case 'ENOTEMPTY':
      return new DirectoryNotEmptyError(path, options)
    case 'EACCES':
      return new PermissionError(path, operation, options)
    default:
      return new FilesystemError(`${texts[code]}: ${operation} ${path}`, code, path, options)
  }
}
