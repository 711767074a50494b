import { vi } from 'vitest'

/** Waits until the check does not fail any more, as long as a busy machine may take. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 15_000, interval: 25 })
}
