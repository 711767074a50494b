import type { ObjectCondition } from '@caisson/kit/object-store'

/** Under which condition of the object a change is made, as headers say it. */
export function conditionHeaders(condition: ObjectCondition | undefined): Record<string, string> {
  if (condition === undefined) return {}
  return condition.kind === 'absent' ? { 'if-none-match': '*' } : { 'if-match': condition.version }
}
