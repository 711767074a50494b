import { setTimeout as wait } from 'node:timers/promises'
import { EmulatorError } from '../../../http/emulator-error.js'
import type { Fault } from '../../../http/fault.js'
import type { E2BBuildFault, E2BBuildPlace } from '../../e2b-build-faults.js'
import { TemplateBuildError } from './build-error.js'

interface Planned {
  readonly fault: E2BBuildFault
  remaining: number
  hits: number
  /** Given when the fault is cancelled. */
  readonly end: AbortController
}

/** A build that has got to a place. */
interface Arrival {
  readonly place: E2BBuildPlace
  readonly names: ReadonlySet<string>
  /** The build is given up. */
  readonly signal: AbortSignal
}

function isCount(value: number): boolean {
  return value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value > 0)
}

function check({ at = 'base', delayMs, stall = false, fail = false, times = 1 }: E2BBuildFault): void {
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

  next(fault: E2BBuildFault): Fault {
    check(fault)
    const planned: Planned = { fault, remaining: fault.times ?? 1, hits: 0, end: new AbortController() }
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

  /** Rejects when the build is to fail or is given up. */
  async meet({ place, names, signal }: Arrival): Promise<void> {
    const planned = [...this.#planned].find(({ fault, remaining }) => {
      const { at = 'base', template } = fault
      return remaining > 0 && at === place && (template === undefined || names.has(template))
    })
    if (planned === undefined) return
    const { fault, end } = planned
    planned.hits += 1
    planned.remaining -= 1
    // One that stalls must be found when everything is cancelled.
    if (planned.remaining <= 0 && fault.stall !== true) this.#planned.delete(planned)
    if (fault.delayMs !== undefined) await wait(fault.delayMs, undefined, { signal, ref: false })
    if (fault.stall === true) await ended(AbortSignal.any([signal, end.signal]))
    signal.throwIfAborted()
    if (fault.fail === undefined || fault.fail === false) return
    throw new TemplateBuildError(fault.fail === true ? 'this failure was ordered' : fault.fail)
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

function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
