const longestMs = 30_000
const partOfRest = 0.5

/**
 * Longest time, in milliseconds, that a start waits to be told what its machine is made from. Whoever is asked may never answer, and the start
 * has to go on without. `remainingMs`: what is left of the start.
 */
export function templateSearchLimitMs(remainingMs: number): number {
  return Math.min(longestMs, remainingMs * partOfRest)
}
