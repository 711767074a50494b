/**
 * Whether two modification times may be of the same version: some stores keep whole seconds in one answer and
 * milliseconds in another, so that the coarser of the two decides.
 */
export function isSameTime(first: Date, second: Date): boolean {
  const [a, b] = [first.getTime(), second.getTime()]
  const isCoarse = a % 1000 === 0 || b % 1000 === 0
  return isCoarse ? Math.floor(a / 1000) === Math.floor(b / 1000) : a === b
}
