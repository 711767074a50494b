import { invalidArgument } from '../errors/argument-error.js'
import { SandboxError } from '../errors/base-error.js'
import { startTimer } from '../util/timer.js'
import { KeyedLock } from './keyed-lock.js'
import { normalizePath } from './paths/normalize-path.js'

/** Options of `InMemoryFileWriteLock`. */
export interface InMemoryFileWriteLockOptions {
  /** From the call to the end of the write, waiting included; `Infinity` never. Default 30 000. */
  timeoutMs?: number | undefined
}

/**
 * Lets one write at a time change a file, within this process. A write whose time is over rejects for its caller, but the
 * next one starts only when it has really ended, so two never overlap; a write that is still waiting then never starts.
 */
export class InMemoryFileWriteLock {
  readonly #lock = new KeyedLock()
  readonly #timeoutMs: number

  constructor(options: InMemoryFileWriteLockOptions = {}) {
    const timeoutMs = options.timeoutMs ?? 30_000
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) {
      throw invalidArgument({ name: 'timeoutMs', expected: 'a positive number of milliseconds', given: timeoutMs })
    }
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `write` alone for this path; spellings such as `/a` and `a` are one path.
   *
   * @param write gets a signal that is aborted when the time is over
   * @throws SandboxError `TIMEOUT`, with `retry: 'safe'` when the write never started, else `'ambiguous'`.
   */
  async withLock<T>(path: string, write: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = normalizePath(path) ?? path
    const controller = new AbortController()
    let hasStarted = false
    return new Promise<T>((resolve, reject) => {
      const timer = startTimer(this.#timeoutMs, () => {
        const error = this.#timeout(path, hasStarted)
        controller.abort(error)
        reject(error)
      })
      const step = async (): Promise<T> => {
        // Rejected already: the caller may have tried again, so starting now could write twice.
        controller.signal.throwIfAborted()
        hasStarted = true
        return write(controller.signal)
      }
      this.#lock
        .run(key, step)
        .then(resolve, reject)
        .finally(() => timer.cancel())
    })
  }

  #timeout(path: string, hasStarted: boolean): SandboxError {
    const message = `write-lock timeout on "${path}" after ${this.#timeoutMs}ms`
    const details = { path, timeoutMs: this.#timeoutMs }
    return new SandboxError(message, 'TIMEOUT', details, {
      retry: hasStarted ? 'ambiguous' : 'safe',
      operation: 'write lock',
    })
  }
}
