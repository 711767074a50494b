import { SandboxTimeoutError } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'

/** Longest time of a request that belongs to no start, such as looking at a machine's state. */
export const requestTimeoutMs = 60_000

/**
 * A request under a clock of our own: the SDK's clocks rest on signals that Node may have collected before they fire. Throws
 * `SandboxTimeoutError`; what the request still does is not looked at.
 */
export async function limited<T>(call: Promise<T>): Promise<T> {
  let expire: (error: Error) => void = () => undefined
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject
  })
  const timer = startTimer(requestTimeoutMs, () => {
    expire(new SandboxTimeoutError(requestTimeoutMs, 'request', { retry: 'ambiguous', provider: 'e2b' }))
  })
  try {
    return await Promise.race([call, expired])
  } finally {
    timer.cancel()
  }
}
