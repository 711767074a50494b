/** Throws unless the work was done: a fast failure must not look like a good figure. */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)}, not ${String(expected)}`)
}
