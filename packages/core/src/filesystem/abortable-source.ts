import { invalidArgument } from '../errors/argument-error.js'
import { FilesystemAbortError } from '../errors/filesystem-errors.js'
import { bestEffort, silentLogger } from '../util/logging.js'
import { raceSignal } from '../util/race-signal.js'

/** What `abortableSource` reports about. */
export interface SourceContext {
  readonly path: string
  readonly operation: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Yields what the source yields. When the signal is aborted it stops at once, also while the source makes it wait, and
 * tells the source to end.
 *
 * @throws SandboxError `INVALID_ARGUMENT` when it is no async iterable; FilesystemAbortError when aborted
 */
export async function* abortableSource<T>(
  source: AsyncIterable<T>,
  { path, operation, signal }: SourceContext,
): AsyncGenerator<T, void, undefined> {
  const isIterable = typeof source === 'object' && source !== null && typeof source[Symbol.asyncIterator] === 'function'
  if (!isIterable) throw invalidArgument({ name: 'source', expected: 'an async iterable of bytes', given: source })
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  try {
    for (;;) {
      const step = await raceSignal(iterator.next(), signal)
      if (step.done === true) break
      yield step.value
    }
    isOver = true
  } catch (error) {
    throw signal?.aborted ? new FilesystemAbortError(path, operation, signal.reason) : error
  } finally {
    // Not awaited: a source that hangs would hang its reader too, and the reader has its own reason to stop.
    if (!isOver) void bestEffort('source', silentLogger, () => iterator.return?.())
  }
}
