import { EventQueue } from '../rpc/event-queue.js'
import type { BackendListener, ProcessBackend } from './process-backend.js'
import type { ProcessExit, ProcessOutput } from './process-output.js'

/** Output that a subscriber may be behind before the process has to wait. */
const fullBytes = 1024 * 1024

/** How the client asked for the process; it is listed like this. */
export interface ProcessDescription {
  readonly cmd: string
  readonly args: readonly string[]
  readonly envs: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly tag: string | undefined
}

/** Whoever starts a backend before the process is there to listen to it. */
export interface PendingListener extends BackendListener {
  attach(listener: BackendListener): void
}

/** Keeps what a backend tells until somebody listens. */
export function pendingListener(): PendingListener {
  const early: ((listener: BackendListener) => void)[] = []
  let attached: BackendListener | undefined
  const pass = (tell: (listener: BackendListener) => void): void => {
    if (attached === undefined) early.push(tell)
    else tell(attached)
  }
  return {
    onData: (stream, bytes) => pass((listener) => listener.onData(stream, bytes)),
    onEnd: (exit) => pass((listener) => listener.onEnd(exit)),
    attach: (listener) => {
      attached = listener
      for (const tell of early.splice(0)) tell(listener)
    },
  }
}

/** A process with those who follow it. What it writes while nobody does is dropped. */
export class RunningProcess {
  readonly description: ProcessDescription
  readonly backend: ProcessBackend
  readonly #subscribers = new Set<EventQueue<ProcessOutput>>()
  readonly #full = new Set<EventQueue<ProcessOutput>>()
  readonly #onEnd: (exit: ProcessExit) => void
  #exit: ProcessExit | undefined

  constructor(description: ProcessDescription, backend: ProcessBackend, onEnd: (exit: ProcessExit) => void) {
    this.description = description
    this.backend = backend
    this.#onEnd = onEnd
  }

  get pid(): number {
    return this.backend.pid
  }

  get exit(): ProcessExit | undefined {
    return this.#exit
  }

  /** Listens to the backend; the first subscriber comes before, so that it misses nothing. */
  listenTo(pending: PendingListener): void {
    pending.attach({
      onData: (stream, bytes) => this.#tell({ kind: 'data', stream, bytes }),
      onEnd: (exit) => {
        this.#exit = exit
        this.#tell({ kind: 'end', exit })
        this.#onEnd(exit)
      },
    })
  }

  subscribe(): EventQueue<ProcessOutput> {
    const queue: EventQueue<ProcessOutput> = new EventQueue<ProcessOutput>({
      sizeOf: (output) => (output.kind === 'data' ? output.bytes.length : 0),
      fullBytes,
      onFull: (isFull) => this.#holdFor(queue, isFull),
    })
    if (this.#exit === undefined) this.#subscribers.add(queue)
    else queue.push({ kind: 'end', exit: this.#exit })
    return queue
  }

  unsubscribe(queue: EventQueue<ProcessOutput>): void {
    this.#subscribers.delete(queue)
    this.#holdFor(queue, false)
  }

  /** The end by a client's signal or by the deadline does not wait for children that hold the output open. */
  signal(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.backend.endOnExit()
    this.backend.signal(signal)
  }

  #tell(output: ProcessOutput): void {
    for (const queue of this.#subscribers) queue.push(output)
  }

  #holdFor(queue: EventQueue<ProcessOutput>, isFull: boolean): void {
    const wasHeld = this.#full.size > 0
    if (isFull) this.#full.add(queue)
    else this.#full.delete(queue)
    const isHeld = this.#full.size > 0
    if (isHeld !== wasHeld && this.#exit === undefined) this.backend.hold(isHeld)
  }
}
