import { constants } from 'node:buffer'
import { closeSync, fstatSync } from 'node:fs'
import type { FileEncoding } from '../../contract/filesystem.js'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { checkStringSize } from '../content/check-string-size.js'
import { decodeContent } from '../content/decode-content.js'
import { throwIfAborted } from '../throw-if-aborted.js'
import { checkRegular } from './check-regular.js'
import { disk } from './disk.js'
import type { LocalTarget } from './local-target.js'

/** Read at once when nobody could abort; else a signal is looked at this often. */
const pieceBytes = 8 * 1024 * 1024
/** Files of `/proc` and the like say 0 and still have content. */
const unknownSizeBytes = 64 * 1024

/** Reads an open file to its end and closes it, whatever happens; as a string when an encoding is given. */
export async function readContent(
  descriptor: number,
  target: LocalTarget,
  encoding: FileEncoding | undefined,
): Promise<string | Buffer> {
  try {
    const { size } = checkRegular(fstatSync(descriptor), target)
    if (size > constants.MAX_LENGTH) {
      throw new FilesystemError(
        `File is too large to read at once, use readStream: ${target.path}`,
        'EINVAL',
        target.path,
      )
    }
    // Before it is read, not after.
    checkStringSize(size, encoding, target.path)
    const content = await (size === 0 ? readUnknown(descriptor, target) : readKnown(descriptor, size, target))
    return decodeContent(content, encoding, target.path)
  } finally {
    closeSync(descriptor)
  }
}

async function readKnown(descriptor: number, size: number, target: LocalTarget): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(size)
  let offset = 0
  while (offset < size) {
    const count = await disk.read(descriptor, buffer, offset, Math.min(size - offset, pieceBytes), null)
    throwIfAborted(target.signal, target.path, target.operation)
    if (count === 0) break
    offset += count
  }
  return offset === size ? buffer : buffer.subarray(0, offset)
}

async function readUnknown(descriptor: number, target: LocalTarget): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (;;) {
    const buffer = Buffer.allocUnsafeSlow(unknownSizeBytes)
    const count = await disk.read(descriptor, buffer, 0, buffer.length, null)
    throwIfAborted(target.signal, target.path, target.operation)
    if (count === 0) return Buffer.concat(pieces)
    pieces.push(buffer.subarray(0, count))
  }
}
