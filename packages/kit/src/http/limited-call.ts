import { SandboxTimeoutError } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'

/** Longest time of a request that belongs to no start, such as looking at a machine's state. */
export const requestTimeoutMs = 60_000

/**
 * A request under a clock of our own: those of an SDK may rest on signals that Node has collected before they fire, or be
 * much longer than anybody waits. Throws `SandboxTimeoutError`; what the request still does is not looked at.
 */
export async function limitedCall<T>(
  call: Promise<T>,
  provider: string,
  limitMs: number = requestTimeoutMs,
): Promise<T> {
  let expire: (error: Error) => void = () => undefined
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject
  })
  const timer = startTimer(limitMs, () => {
    expire(new SandboxTimeoutError(limitMs, 'request', { retry: 'ambiguous', provider }))
  })
  try {
    return await Promise.race([call, expired])
  } finally {
    timer.cancel()
  }
}
