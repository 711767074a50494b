import { invalidArgument } from '@caisson/core/workspace'

/** Throws INVALID_ARGUMENT where the options of many sessions have one that is of a single session, or is made from another. */
export function refuseSessionOptions(owner: string, given: object, names: readonly string[]): void {
  const wrong = names.find((name) => Reflect.get(given, name) !== undefined)
  if (wrong === undefined) return
  const expected = 'nothing: it is of one session'
  throw invalidArgument({ name: `${owner} option ${wrong}`, expected, given: Reflect.get(given, wrong) })
}
