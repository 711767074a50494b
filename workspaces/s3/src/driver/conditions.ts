import type { ObjectCondition, ObjectErrorKind } from '@caisson/kit/object-store'
import { failureFacts } from './failure-facts.js'

/** A condition as the headers of a change. */
export function conditionHeaders(condition: ObjectCondition | undefined): { IfNoneMatch?: string; IfMatch?: string } {
  if (condition === undefined) return {}
  return condition.kind === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.version }
}

/** What the refusal of a conditional change means; nothing when it has to do with something else. */
export function refusalOf(error: unknown, condition: ObjectCondition | undefined): ObjectErrorKind | undefined {
  if (condition === undefined) return undefined
  const { name, status } = failureFacts(error)
  if (name === 'PreconditionFailed' || status === 412) return condition.kind === 'absent' ? 'exists' : 'changed'
  // An object that has to be unchanged and is gone.
  if (name === 'NoSuchKey' && condition.kind === 'unchanged') return 'changed'
  return undefined
}
