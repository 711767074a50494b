/** As many requests at a time as no store minds. */
const width = 8

/**
 * Runs a step for every item, some at a time. After a failure no further step is started; the failure is thrown when
 * those that run are over, so that nothing still happens when the caller goes on.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const run = async (item: T): Promise<void> => {
    try {
      await step(item)
    } catch (error) {
      failures.push(error)
    }
  }
  try {
    for await (const item of items) {
      if (failures.length > 0) break
      const task = run(item).finally(() => running.delete(task))
      running.add(task)
      if (running.size >= width) await Promise.race(running)
    }
  } finally {
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
}
