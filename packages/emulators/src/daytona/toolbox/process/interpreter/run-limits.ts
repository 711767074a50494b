import { longestTimerMs } from '../longest-timer.js'
import type { PythonWorker } from './python-worker.js'

/** When a run is to be interrupted. */
export interface RunLimit {
  /** 0 is no limit. */
  readonly timeoutMs: number
  /** The client has gone. */
  readonly signal: AbortSignal
}

/** How long code that is interrupted may take to stop. */
const graceMs = 2000

/** Interrupts a run after its time or when its client goes, and ends the worker where that does not help. */
export class RunLimits {
  readonly #worker: PythonWorker
  readonly #signal: AbortSignal
  #timer: NodeJS.Timeout | undefined
  #hasKilled = false

  constructor(worker: PythonWorker, { timeoutMs, signal }: RunLimit) {
    this.#worker = worker
    this.#signal = signal
    if (timeoutMs > 0 && timeoutMs <= longestTimerMs) this.#timer = setTimeout(this.#interrupt, timeoutMs)
    signal.addEventListener('abort', this.#interrupt)
  }

  get hasKilled(): boolean {
    return this.#hasKilled
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#interrupt)
  }

  readonly #interrupt = (): void => {
    clearTimeout(this.#timer)
    this.#worker.interrupt()
    this.#timer = setTimeout(() => {
      this.#hasKilled = true
      this.#worker.kill()
    }, graceMs)
  }
}
