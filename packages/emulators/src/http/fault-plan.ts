import { EmulatorError } from './emulator-error.js'
import { describeFault, type Fault, type FaultEffect, type FaultOptions, type RoutePattern } from './fault.js'

interface PlannedFault {
  readonly patterns: readonly RegExp[]
  readonly options: FaultOptions
  remaining: number
  hits: number
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

function isCount(value: number | undefined): boolean {
  return value === undefined || value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 0)
}

const numbers = ['times', 'latencyMs', 'cutAfterBytes', 'status'] as const satisfies readonly (keyof FaultOptions)[]

function checkFault(options: FaultOptions): void {
  const broken = numbers.find((name) => !isCount(options[name]))
  if (broken !== undefined) {
    throw new EmulatorError('INVALID_OPTION', `fault.${broken}: expected a whole number, given ${options[broken]}`)
  }
  if (describeFault(options) === '') {
    throw new EmulatorError(
      'INVALID_OPTION',
      'fault: expected an effect, such as status, latencyMs, stall or loseResponse',
    )
  }
}

/** The faults that were ordered and not yet used up. */
export class FaultPlan {
  readonly #planned = new Set<PlannedFault>()

  /** Throws INVALID_OPTION for a fault that would do nothing. */
  next(route: RoutePattern, options: FaultOptions): Fault {
    checkFault(options)
    const fault = { patterns: [route].flat().map(patternOf), options, remaining: options.times ?? 1, hits: 0 }
    this.#planned.add(fault)
    const planned = this.#planned
    return {
      get hits() {
        return fault.hits
      },
      get remaining() {
        return fault.remaining
      },
      cancel() {
        planned.delete(fault)
        fault.remaining = 0
      },
    }
  }

  /** Takes the oldest fault that fits, and counts it as used. */
  take(route: string, sandboxId: string | undefined): FaultEffect | undefined {
    for (const fault of this.#planned) {
      const fits = fault.options.sandboxId === undefined || fault.options.sandboxId === sandboxId
      if (!fits || !fault.patterns.some((pattern) => pattern.test(route))) continue
      fault.hits += 1
      fault.remaining -= 1
      if (fault.remaining <= 0) this.#planned.delete(fault)
      return fault.options
    }
    return undefined
  }

  clear(): void {
    for (const fault of this.#planned) fault.remaining = 0
    this.#planned.clear()
  }
}
