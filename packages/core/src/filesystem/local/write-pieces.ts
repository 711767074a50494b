import { throwIfAborted } from '../throw-if-aborted.js'
import { disk } from './disk.js'
import type { LocalTarget } from './local-target.js'

/** A signal is looked at this often. */
const pieceBytes = 8 * 1024 * 1024

/** Writes content to a descriptor, in pieces when someone may abort. */
export async function writePieces(descriptor: number, content: Uint8Array, target: LocalTarget): Promise<void> {
  if (!target.signal || content.length <= pieceBytes) return disk.write(descriptor, content)
  for (let offset = 0; offset < content.length; offset += pieceBytes) {
    throwIfAborted(target.signal, target.path, target.operation)
    await disk.write(descriptor, content.subarray(offset, offset + pieceBytes))
  }
}
