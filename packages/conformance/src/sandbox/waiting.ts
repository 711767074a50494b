import { setTimeout as sleep } from 'node:timers/promises'
import { ConformanceError } from './conformance-error.js'

const pollMs = 25

/** Waits for a fixed time. */
export async function pause(durationMs: number): Promise<void> {
  await sleep(durationMs)
}

/** The promise's outcome, or a failure when it has none after `limitMs`: the bound on hanging. */
export async function within<T>(limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  const limit = new AbortController()
  const expired = sleep(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new ConformanceError(`${what} did not settle within ${limitMs} ms`)
  })
  try {
    return await Promise.race([promise, expired])
  } finally {
    limit.abort()
    expired.catch(() => undefined)
  }
}

/** Polls until the condition holds, or fails. */
export async function untilTrue(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs: number = 10_000,
): Promise<void> {
  const endMs = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > endMs) throw new ConformanceError(`Not within ${limitMs} ms: ${what}`)
    await sleep(pollMs)
  }
}

/** Whether the promise settles within the time. */
export async function settles(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, sleep(limitMs, false)])
}
