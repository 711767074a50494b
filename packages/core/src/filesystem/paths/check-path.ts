import { invalidArgument } from '../../errors/argument-error.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'

/**
 * Refuses what cannot name a file on any store.
 *
 * @throws SandboxError `INVALID_ARGUMENT` when it is no string; FilesystemError `EINVAL` when it holds a NUL byte.
 */
export function checkPath(path: string, name = 'path'): void {
  if (typeof path !== 'string') throw invalidArgument({ name, expected: 'a string', given: path })
  if (path.includes('\0')) throw new FilesystemError(`Invalid ${name}: it contains a NUL byte`, 'EINVAL', path)
}
