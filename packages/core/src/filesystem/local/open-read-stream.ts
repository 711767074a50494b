import { closeSync, createReadStream, fstatSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { ReadStreamOptions } from '../../contract/filesystem.js'
import { FilesystemAbortError } from '../../errors/filesystem-errors.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'
import { checkRegular } from './check-regular.js'

/** Fewer, larger reads than Node's default: each one waits for the thread pool. */
const pieceBytes = 256 * 1024

/** Opens a file, or a range of it, as a stream that closes it at the end, on failure and on abort. */
export async function openReadStream(
  guard: LocalGuard,
  target: LocalTarget,
  options: ReadStreamOptions,
): Promise<Readable> {
  const descriptor = await guard.openFile(target)
  try {
    checkRegular(fstatSync(descriptor), target)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  const { start = 0, end } = options
  const range = end === undefined || end === Infinity ? { start } : { start, end }
  const stream = createReadStream('', { fd: descriptor, highWaterMark: pieceBytes, ...range })
  const { signal } = target
  if (!signal) return stream
  const abort = (): void => {
    // Whoever reads the stream gets the error; when nobody does (any more) it must not end the process.
    stream.once('error', () => undefined)
    stream.destroy(new FilesystemAbortError(target.path, target.operation, signal.reason))
  }
  signal.addEventListener('abort', abort, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', abort))
  if (signal.aborted) abort()
  return stream
}
