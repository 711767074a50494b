import type { FileEncoding } from '../../contract/filesystem.js'
import { checkStringSize } from './check-string-size.js'

/**
 * The content as the caller asked for it: a string with an encoding, the bytes without one.
 *
 * @throws FilesystemError `EINVAL` when the content does not fit into one string
 */
export function decodeContent(content: Buffer, encoding: FileEncoding | undefined, path: string): string | Buffer {
  checkStringSize(content.length, encoding, path)
  return encoding === undefined ? content : content.toString(encoding)
}
