import type { Readable } from 'node:stream'
import type { ReadStreamOptions, WorkspaceFilesystem } from '../../contract/filesystem.js'
import { checkStreamRange } from '../check-stream-range.js'

/** Streams a file of any filesystem. One that cannot stream is read at once, so its whole file is in memory. */
export async function readStreamOf(
  filesystem: WorkspaceFilesystem,
  path: string,
  options: ReadStreamOptions = {},
): Promise<Readable> {
  checkStreamRange(options)
  if (filesystem.readStream) return filesystem.readStream(path, options)
  const { start = 0, end = Infinity, abortSignal } = options
  const content = await filesystem.readFile(path, { abortSignal })
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { Readable: Stream } = await import('node:stream')
  return Stream.from([bytes.subarray(start, end + 1)], { objectMode: false })
}
