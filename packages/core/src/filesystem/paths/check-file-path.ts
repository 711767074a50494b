import { FilesystemError } from '../../errors/filesystem-errors.js'
import { checkPath } from './check-path.js'

/**
 * Like `checkPath`, for operations on one file: an empty path is refused as well, since it is a variable that was not
 * set far more often than it is the root.
 */
export function checkFilePath(path: string, name = 'path'): void {
  checkPath(path, name)
  if (path.trim() === '') throw new FilesystemError(`Invalid ${name}: it is empty`, 'EINVAL', path)
}
