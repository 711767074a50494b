import { SandboxError } from '../errors/base-error.js'
import { SandboxAbortError } from '../errors/sandbox-errors.js'

/** One start or stop in the queue, shared by everyone who asked for it while it was the last one. */
export class Operation<Result> {
  readonly kind: 'start' | 'stop'
  readonly #controller = new AbortController()
  #waiters = 0
  #isSettled = false
  #promise: Promise<Result> | undefined

  constructor(kind: 'start' | 'stop') {
    this.kind = kind
  }

  /** Aborted when the operation shall be given up. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Whether others may still join: it has neither ended nor been given up. */
  get isOpen(): boolean {
    return !this.#isSettled && !this.signal.aborted
  }

  run(work: () => Promise<Result>): void {
    const settle = (): void => {
      this.#isSettled = true
    }
    this.#promise = work()
    this.#promise.then(settle, settle)
  }

  /** Resolves when the operation is over, however it ended. */
  async settled(): Promise<void> {
    await this.#promise?.catch(() => undefined)
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason)
  }

  /** Waits for the result. A caller whose signal is aborted leaves; the operation is cancelled when the last one has left. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    const promise = this.#promise as Promise<Result>
    this.#waiters += 1
    if (!signal) return promise
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        this.#waiters -= 1
        // A command's own clock says more than that somebody gave up.
        const { reason } = signal
        const error = SandboxError.isInstance(reason)
          ? reason
          : new SandboxAbortError(this.kind, reason, { retry: 'safe' })
        if (this.#waiters === 0) this.cancel(error)
        reject(error)
      }
      const stay = (): void => signal.removeEventListener('abort', leave)
      promise.finally(stay).then(resolve, reject)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }
}
