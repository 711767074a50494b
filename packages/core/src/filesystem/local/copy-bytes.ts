import { copyFile } from 'node:fs/promises'
import { throwIfAborted } from '../throw-if-aborted.js'
import { disk } from './disk.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

const pieceBytes = 1024 * 1024

/** Copies the content of one open file to another. The kernel does it (sharing blocks where it can) unless it may be aborted. */
export async function copyBytes(
  guard: LocalGuard,
  source: number,
  destination: number,
  target: LocalTarget,
): Promise<void> {
  const paths = guard.descriptors
  if (paths && !target.signal) return copyFile(paths.at(source), paths.at(destination))
  const buffer = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    throwIfAborted(target.signal, target.path, target.operation)
    const count = await disk.read(source, buffer, 0, pieceBytes, null)
    if (count === 0) return
    await disk.write(destination, buffer.subarray(0, count))
  }
}
