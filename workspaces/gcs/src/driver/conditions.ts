import type { ObjectCondition } from '@caisson/kit/object-store'

/** A condition as parameters of a request, which the service decides at once with the change. No object has generation 0. */
export function toParameters(condition: ObjectCondition | undefined): { ifGenerationMatch?: string } {
  if (condition === undefined) return {}
  return { ifGenerationMatch: condition.kind === 'absent' ? '0' : condition.version }
}

/** The signal as an option: the client distinguishes absent from `undefined`. */
export function toAbort(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}
