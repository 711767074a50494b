import type { WriteFileOptions } from '../../contract/filesystem.js'
import { abortableSource } from '../abortable-source.js'
import { encodePieces } from '../content/encode-pieces.js'
import { disk } from './disk.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { replaceFile } from './replace-file.js'

/** Replaces a file by what a source yields, one piece in memory at a time. */
export async function writeFromSource(
  guard: LocalGuard,
  target: LocalTarget,
  source: AsyncIterable<Uint8Array | string>,
  options: WriteFileOptions,
): Promise<void> {
  await replaceFile(guard, target, options, async (descriptor) => {
    for await (const piece of encodePieces(abortableSource(source, target), options.encoding)) {
      await disk.write(descriptor, piece)
    }
  })
}
