import { afterActive } from '../../../daemon/active-timer.js'
import { EnvdError } from '../envd-error.js'
import type { SandboxState } from '../sandbox-state.js'
import type { EventQueue } from '../rpc/event-queue.js'
import { PipeSupply } from '../../../daemon/pipes/pipe-supply.js'
import type { ProcessOutput } from './process-output.js'
import { pendingListener, RunningProcess } from './running-process.js'
import type { ProcessRequest } from './start-process.js'
import { startProcess } from './start-process.js'

/** How long a process that ended can still be asked how it ended. */
const retentionMs = 30_000

/** Names a process: by its number or by the tag it was started with. */
export type ProcessName = { readonly pid: number } | { readonly tag: string }

/** The processes that clients started. */
export class ProcessTable {
  readonly #state: SandboxState
  readonly #pipes = new PipeSupply()
  readonly #running = new Map<number, RunningProcess>()
  readonly #ended = new Map<number, RunningProcess>()
  readonly #cancels = new Set<() => void>()

  constructor(state: SandboxState) {
    this.#state = state
    // The first command should not wait for them.
    void this.#pipes.fill()
  }

  /**
   * Starts a process. `lifetimeMs` bounds its life, whether or not a client still follows it; without it there is no
   * bound. The queue has its output from the beginning, and ends with the deadline.
   */
  async start(
    request: ProcessRequest,
    lifetimeMs: number | undefined,
  ): Promise<{ process: RunningProcess; output: EventQueue<ProcessOutput> }> {
    const listener = pendingListener()
    const backend = await startProcess(request, { state: this.#state, pipes: this.#pipes, listener })
    let cancelDeadline: (() => void) | undefined
    const started: RunningProcess = new RunningProcess(request.description, backend, () => {
      cancelDeadline?.()
      this.#remember(started)
    })
    this.#running.set(started.pid, started)
    this.#ended.delete(started.pid)
    const output = started.subscribe()
    if (lifetimeMs !== undefined) {
      cancelDeadline = this.#later(lifetimeMs, () => {
        output.end(new EnvdError('deadlineExceeded', 'the operation timed out'))
        started.signal('SIGKILL')
      })
    }
    started.listenTo(listener)
    return { process: started, output }
  }

  list(): RunningProcess[] {
    return [...this.#running.values()]
  }

  /** A process that runs. */
  find(name: ProcessName): RunningProcess {
    return this.#among(this.#running, name) ?? missing(name)
  }

  /** One that runs, or that ended a moment ago. */
  findRecent(name: ProcessName): RunningProcess {
    return this.#among(this.#running, name) ?? this.#among(this.#ended, name) ?? missing(name)
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const cancel of this.#cancels) cancel()
    for (const { backend } of this.#running.values()) backend.destroy()
    await this.#pipes.close()
  }

  #among(processes: ReadonlyMap<number, RunningProcess>, name: ProcessName): RunningProcess | undefined {
    if ('pid' in name) return processes.get(name.pid)
    return [...processes.values()].find(({ description }) => description.tag === name.tag)
  }

  #remember(ended: RunningProcess): void {
    if (this.#running.get(ended.pid) === ended) this.#running.delete(ended.pid)
    this.#ended.set(ended.pid, ended)
    this.#later(retentionMs, () => {
      if (this.#ended.get(ended.pid) === ended) this.#ended.delete(ended.pid)
    })
  }

  #later(durationMs: number, action: () => void): () => void {
    const stop = afterActive(durationMs, () => {
      this.#cancels.delete(cancel)
      action()
    })
    const cancel = (): void => {
      this.#cancels.delete(cancel)
      stop()
    }
    this.#cancels.add(cancel)
    return cancel
  }
}

function missing(name: ProcessName): never {
  const text = 'pid' in name ? `pid ${name.pid}` : `tag ${name.tag}`
  throw new EnvdError('notFound', `process with ${text} not found`)
}
