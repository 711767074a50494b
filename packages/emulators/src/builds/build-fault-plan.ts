import { setTimeout as wait } from 'node:timers/promises'
import { EmulatorError } from '../http/emulator-error.js'
import type { Fault } from '../http/fault.js'
import { BuildError } from './build-error.js'
import type { BuildFault, BuildPlace } from './build-fault.js'

/** A fault, and what it is for: the name of a template or a snapshot. Without one, all. */
type NamedFault = BuildFault & { readonly name?: string | undefined }

interface Planned {
  readonly fault: NamedFault
  remaining: number
  hits: number
  /** How many builds are held by it now. */
  holding: number
  /** Given when the fault is cancelled. */
  readonly end: AbortController
}

/** A build that has got to a place. */
interface Arrival {
  readonly place: BuildPlace
  /** What it is a build of. */
  readonly names: ReadonlySet<string>
  /** The build is given up. */
  readonly signal?: AbortSignal | undefined
}

function isCount(value: number): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value > 0)
}

function check({ at = 'base', delayMs, stall = false, fail = false, times = 1 }: BuildFault): void {
  const refuse = (message: string): never => {
    throw new EmulatorError('INVALID_OPTION', `build fault: ${message}`)
  }
  if (delayMs === undefined && !stall && fail === false) refuse('expected an effect: delayMs, stall or fail')
  if (!isCount(times)) refuse(`expected times to be 1 or more, given ${times}`)
  if (typeof at === 'number' && !(Number.isInteger(at) && at > 0)) refuse(`expected at to be 1 or more, given ${at}`)
  if (delayMs !== undefined && !(delayMs >= 0 && delayMs < 2 ** 31)) refuse(`expected a time, given ${delayMs}`)
}

/** What was ordered to happen to builds. */
export class BuildFaultPlan {
  readonly #planned = new Set<Planned>()

  next(fault: NamedFault): Fault {
    check(fault)
    const planned: Planned = { fault, remaining: fault.times ?? 1, hits: 0, holding: 0, end: new AbortController() }
    this.#planned.add(planned)
    return {
      get hits() {
        return planned.hits
      },
      get remaining() {
        return planned.remaining
      },
      cancel: () => this.#cancel(planned),
    }
  }

  /** All builds stall before they begin, or those of one name; what is returned lets them go on. */
  hold(name?: string): () => void {
    const fault = this.next({ stall: true, name, times: Number.POSITIVE_INFINITY })
    return () => fault.cancel()
  }

  /** Rejects when the build is to fail or is given up. */
  async meet({ place, names, signal }: Arrival): Promise<void> {
    const planned = [...this.#planned].find(({ fault, remaining }) => {
      const { at = 'base', name } = fault
      return remaining > 0 && at === place && (name === undefined || names.has(name))
    })
    if (planned === undefined) return
    planned.hits += 1
    planned.remaining -= 1
    planned.holding += 1
    try {
      await hold(planned, signal)
    } finally {
      planned.holding -= 1
      if (planned.remaining <= 0 && planned.holding === 0) this.#planned.delete(planned)
    }
    signal?.throwIfAborted()
    const { fail = false } = planned.fault
    if (fail !== false) throw new BuildError(fail === true ? 'this failure was ordered' : fail)
  }

  clear(): void {
    for (const planned of this.#planned) this.#cancel(planned)
  }

  #cancel(planned: Planned): void {
    planned.remaining = 0
    this.#planned.delete(planned)
    planned.end.abort()
  }
}

/** Resolves when the fault lets the build go on, or one of them is over. */
async function hold({ fault, end }: Planned, signal: AbortSignal | undefined): Promise<void> {
  const over = signal === undefined ? end.signal : AbortSignal.any([end.signal, signal])
  const { delayMs = 0, stall = false } = fault
  if (stall) await ended(over)
  else if (delayMs > 0) await Promise.race([wait(delayMs, undefined, { ref: false }), ended(over)])
}

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => void signal.addEventListener('abort', () => resolve(), { once: true }))
}
