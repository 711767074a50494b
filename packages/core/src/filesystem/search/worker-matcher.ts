import type { Worker } from 'node:worker_threads'
import type { FilesystemGrepMatch } from '../../contract/filesystem.js'
import { FilesystemAbortError, UnsupportedGrepPatternError } from '../../errors/filesystem-errors.js'
import { startTimer } from '../../util/timer.js'
import type { LineMatcher } from './line-matcher.js'
import { searchBytes, type SearchRequest } from './search-bytes.js'

/** Time for one file: a second or two is far more than any pattern needs that does not run away. */
const limitMs = 2000
const limitMsPerMebibyte = 100

const workerSource = `
const { parentPort } = require('node:worker_threads')
const search = ${searchBytes.toString()}
parentPort.on('message', ({ bytes, request }) => parentPort.postMessage(search(bytes, request)))
parentPort.postMessage('ready')
`

/** Matches in a thread of its own, which is ended when one file takes too long or the caller aborts. */
export class WorkerMatcher implements LineMatcher {
  #worker: Promise<Worker> | undefined

  constructor(
    private readonly request: Omit<SearchRequest, 'maxMatches'>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async search(bytes: Uint8Array, maxMatches: number): Promise<FilesystemGrepMatch[]> {
    this.#worker ??= startWorker()
    const worker = await this.#worker
    const timeMs = Math.round(limitMs + (bytes.length / 2 ** 20) * limitMsPerMebibyte)
    return new Promise<FilesystemGrepMatch[]>((resolve, reject) => {
      const end = (settle: () => void): void => {
        timer.cancel()
        this.signal?.removeEventListener('abort', abort)
        worker.off('message', done).off('error', fail)
        settle()
      }
      const timer = startTimer(timeMs, () =>
        end(() => reject(this.#unsupported(`one file took longer than ${timeMs}ms`))),
      )
      const abort = (): void =>
        end(() => reject(new FilesystemAbortError(this.request.source, 'grep', this.signal?.reason)))
      const done = (matches: FilesystemGrepMatch[]): void => end(() => resolve(matches))
      const fail = (cause: unknown): void => end(() => reject(this.#unsupported('matching failed', cause)))
      worker.on('message', done).on('error', fail)
      if (this.signal?.aborted) return abort()
      this.signal?.addEventListener('abort', abort, { once: true })
      worker.postMessage({ bytes, request: { ...this.request, maxMatches } }, [])
      return undefined
    })
  }

  async close(): Promise<void> {
    const worker = await this.#worker
    await worker?.terminate()
  }

  #unsupported(reason: string, cause?: unknown): UnsupportedGrepPatternError {
    return new UnsupportedGrepPatternError(this.request.source, reason, cause === undefined ? undefined : { cause })
  }
}

/** Resolves when the worker has said that it listens, so that its start does not count as matching. */
async function startWorker(): Promise<Worker> {
  const { Worker: Thread } = await import('node:worker_threads')
  // Nothing of the host's environment or flags reaches the thread.
  const worker = new Thread(workerSource, { eval: true, env: {}, execArgv: [], stdin: false })
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('error', reject)
  })
}
