/** More at a time would only queue in Node's thread pool. */
const width = 8

/** Runs a step for every item, some at a time, and returns the results in order. Stops at the first failure. */
export async function inBatches<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += width) {
    const settled = await Promise.allSettled(items.slice(start, start + width).map(step))
    for (const outcome of settled) {
      // Thrown only when the whole batch is over, so that nothing still runs when the caller cleans up.
      if (outcome.status === 'rejected') throw outcome.reason
      results.push(outcome.value)
    }
  }
  return results
}
