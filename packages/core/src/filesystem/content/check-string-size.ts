import { constants } from 'node:buffer'
import type { FileEncoding } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'

/** Characters that a byte becomes, at most. */
const charactersPerByte: Partial<Record<FileEncoding, number>> = { hex: 2, base64: 4 / 3, utf16le: 1 / 2 }

/** @throws FilesystemError `EINVAL` when so many bytes do not fit into one string of this encoding. */
export function checkStringSize(sizeBytes: number, encoding: FileEncoding | undefined, path: string): void {
  if (encoding === undefined || sizeBytes * (charactersPerByte[encoding] ?? 1) <= constants.MAX_STRING_LENGTH) return
  throw new FilesystemError(`File is too large for one string, use readStream: ${path}`, 'EINVAL', path)
}
