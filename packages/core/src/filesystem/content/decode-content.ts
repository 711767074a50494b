import { constants } from 'node:buffer'
import type { FileEncoding } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'

/**
 * The content as the caller asked for it: a string with an encoding, the bytes without one.
 *
 * @throws FilesystemError `EINVAL` when the content does not fit into one string.
 */
export function decodeContent(content: Buffer, encoding: FileEncoding | undefined, path: string): string | Buffer {
  if (encoding === undefined) return content
  if (content.length > constants.MAX_STRING_LENGTH) {
    throw new FilesystemError(`File is too large for one string, use readStream: ${path}`, 'EINVAL', path)
  }
  return content.toString(encoding)
}
