import type { WriteFileOptions } from '../../contract/filesystem.js'
import { abortableSource } from '../abortable-source.js'
import { encodePieces } from '../content/encode-pieces.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { replaceFile } from './replace-file.js'
import { StagedWriter } from './staged-writer.js'

/** Replaces a file by what a source yields, with about a megabyte in memory. */
export async function writeFromSource(
  guard: LocalGuard,
  target: LocalTarget,
  source: AsyncIterable<Uint8Array | string>,
  options: WriteFileOptions,
): Promise<void> {
  await replaceFile(guard, target, options, async (descriptor) => {
    const writer = new StagedWriter(descriptor)
    try {
      for await (const piece of encodePieces(abortableSource(source, target), options.encoding)) {
        await writer.write(piece)
      }
      await writer.flush()
    } finally {
      await writer.settle()
    }
  })
}
