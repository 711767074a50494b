import {
  DirectoryNotEmptyError,
  DirectoryNotFoundError,
  FileExistsError,
  FileNotFoundError,
  FilesystemError,
  IsDirectoryError,
  NotDirectoryError,
  PermissionError,
  type FilesystemErrorCode,
} from '../errors/filesystem-errors.js'

/** What an operation was about, for its error. */
export interface FileErrorContext {
  /** The path as the caller gave it. */
  readonly path: string
  readonly operation: string
  /** What was missing when something was missing. Default `file`. */
  readonly kind?: 'file' | 'directory' | undefined
}

type Make = (context: FileErrorContext, cause: unknown) => FilesystemError

const general =
  (code: FilesystemErrorCode, text: string): Make =>
  ({ path, operation }, cause) =>
    new FilesystemError(`${text}: ${operation} ${path}`, code, path, { cause })

const denied: Make = ({ path, operation }, cause) => new PermissionError(path, operation, { cause })

/** Our error for each error number of the operating system. */
const makers: Readonly<Record<string, Make>> = {
  ENOENT: ({ path, kind }, cause) =>
    kind === 'directory' ? new DirectoryNotFoundError(path, { cause }) : new FileNotFoundError(path, { cause }),
  EEXIST: ({ path }, cause) => new FileExistsError(path, { cause }),
  EISDIR: ({ path }, cause) => new IsDirectoryError(path, { cause }),
  ENOTDIR: ({ path }, cause) => new NotDirectoryError(path, { cause }),
  ENOTEMPTY: ({ path }, cause) => new DirectoryNotEmptyError(path, { cause }),
  EACCES: denied,
  EPERM: denied,
  EROFS: general('EROFS', 'The disk is read-only'),
  EINVAL: general('EINVAL', 'Not possible for this file'),
  ENXIO: general('EINVAL', 'Not a regular file'),
  ENODEV: general('EINVAL', 'Not a regular file'),
  ENAMETOOLONG: general('EINVAL', 'The name is too long'),
  EILSEQ: general('EINVAL', 'The disk cannot store this name'),
  ENOSPC: general('ENOSPC', 'No space left on the disk'),
  EDQUOT: general('ENOSPC', 'The disk quota is used up'),
  EFBIG: general('ENOSPC', 'The file is too large for the disk'),
  ELOOP: general('ELOOP', 'Too many symbolic links'),
}

/** Our error for a code; undefined when the code says nothing. */
export function makeFileError(code: string, context: FileErrorContext, cause: unknown): FilesystemError | undefined {
  return Object.hasOwn(makers, code) ? makers[code]?.(context, cause) : undefined
}
