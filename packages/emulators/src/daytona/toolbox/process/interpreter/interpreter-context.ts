import type { ToolboxState } from '../../toolbox-state.js'
import type { PipeStock } from '../pipes/pipe-stock.js'
import type { MessageSink, RunOutcome } from './python-worker.js'
import { PythonWorker } from './python-worker.js'
import { type RunLimit, RunLimits } from './run-limits.js'

/** A context as clients see it. */
export interface ContextView {
  readonly id: string
  readonly cwd: string
  readonly createdAt: string
  readonly active: boolean
  readonly language: 'python'
}

/** One run that a client asks for. */
export interface RunRequest extends RunLimit {
  readonly code: string
  readonly envs: Readonly<Record<string, string>>
  readonly sink: MessageSink
}

/** `timedOut`: the code did not even stop when it was interrupted. */
export type RunEnd = RunOutcome | 'timedOut'

/** Names that live on between runs, which come one after the other. */
export class InterpreterContext {
  readonly id: string
  readonly #state: ToolboxState
  readonly #pipes: PipeStock
  /** As the client sees it and as this process does. */
  readonly #directory: { readonly shown: string; readonly actual: string }
  readonly #createdAt = new Date().toISOString()
  #worker: PythonWorker | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(state: ToolboxState, pipes: PipeStock, id: string, directory: { shown: string; actual: string }) {
    this.#state = state
    this.#pipes = pipes
    this.id = id
    this.#directory = directory
  }

  view(): ContextView {
    const { id } = this
    return { id, cwd: this.#directory.shown, createdAt: this.#createdAt, active: !this.#isClosed, language: 'python' }
  }

  /** Runs code when the runs before it have ended. Throws the system's error where there is no Python. */
  run(request: RunRequest): Promise<RunEnd> {
    const ended = this.#queue.then(() => this.#runNow(request))
    this.#queue = ended.catch(() => undefined)
    return ended
  }

  /** Ends the worker, and with it the run at hand. */
  close(): void {
    this.#isClosed = true
    this.#worker?.kill()
  }

  async #runNow(request: RunRequest): Promise<RunEnd> {
    if (this.#isClosed || request.signal.aborted) return 'exited'
    if (this.#worker === undefined || this.#worker.hasExited) {
      this.#worker = await PythonWorker.start(this.#state, this.#pipes, this.#directory.actual)
    }
    const worker = this.#worker
    const limits = new RunLimits(worker, request)
    try {
      const outcome = await worker.execute(request.code, request.envs, request.sink)
      if (outcome === 'exited') worker.kill()
      return limits.hasKilled ? 'timedOut' : outcome
    } finally {
      limits.clear()
    }
  }
}
