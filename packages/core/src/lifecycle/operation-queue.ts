import { Operation } from './operation.js'

/** What each kind of operation results in. */
interface Results<Started> {
  start: Started
  stop: undefined
}

type Entry<Started> =
  | { readonly kind: 'start'; readonly operation: Operation<Started> }
  | { readonly kind: 'stop'; readonly operation: Operation<undefined> }

/** Starts and stops in the order in which they were asked for; equal neighbours are one operation. */
export class OperationQueue<Started> {
  #tail: Entry<Started> | undefined
  readonly #open = new Set<Entry<Started>>()

  get isEmpty(): boolean {
    return this.#tail === undefined
  }

  /** Whether something is queued or in flight that was not given up. */
  get isBusy(): boolean {
    return this.#tail?.operation.isOpen ?? false
  }

  get endsWithStart(): boolean {
    return this.#tail?.kind === 'start'
  }

  /** Joins the last operation when it is of the same kind, else queues a new one behind it. */
  enqueue<Kind extends 'start' | 'stop'>(
    kind: Kind,
    work: (operation: Operation<Results<Started>[Kind]>) => Promise<Results<Started>[Kind]>,
  ): Operation<Results<Started>[Kind]> {
    const before = this.#tail
    if (before?.kind === kind && before.operation.isOpen) return before.operation as Operation<Results<Started>[Kind]>
    const operation = new Operation<Results<Started>[Kind]>(kind)
    const entry = { kind, operation } as Entry<Started>
    this.#tail = entry
    this.#open.add(entry)
    operation.run(async () => {
      try {
        await before?.operation.settled()
        operation.signal.throwIfAborted()
        return await work(operation)
      } finally {
        this.#open.delete(entry)
        if (this.#tail === entry) this.#tail = undefined
      }
    })
    return operation
  }

  /** Gives up everything and waits until it has let go. */
  async cancelAll(reason: unknown): Promise<void> {
    const entries = [...this.#open]
    for (const { operation } of entries) operation.cancel(reason)
    for (const { operation } of entries) await operation.settled()
  }
}
