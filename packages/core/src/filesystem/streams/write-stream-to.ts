import type { WorkspaceFilesystem, WriteFileOptions } from '../../contract/filesystem.js'
import { abortableSource } from '../abortable-source.js'
import { encodePieces } from '../content/encode-pieces.js'

/** Writes a stream to a file of any filesystem. For one that cannot stream all of it is collected in memory first. */
export async function writeStreamTo(
  filesystem: WorkspaceFilesystem,
  path: string,
  source: AsyncIterable<Uint8Array | string>,
  options: WriteFileOptions = {},
): Promise<void> {
  if (filesystem.writeStream) return filesystem.writeStream(path, source, options)
  const { encoding, ...rest } = options
  const pieces: Buffer[] = []
  const context = { path, operation: 'writeStream', signal: options.abortSignal }
  for await (const piece of encodePieces(abortableSource(source, context), encoding)) pieces.push(piece)
  await filesystem.writeFile(path, Buffer.concat(pieces), rest)
}
