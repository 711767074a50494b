import { limitedCall } from '@caisson/kit/http'

/** A request of the SDK that belongs to no start, under a clock of our own. Throws `SandboxTimeoutError`. */
export async function limited<T>(call: Promise<T>): Promise<T> {
  return limitedCall(call, 'e2b')
}
