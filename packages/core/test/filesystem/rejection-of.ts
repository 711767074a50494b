import { expect } from 'vitest'

/** The error a call rejects with; fails when it does not. */
export async function rejectionOf(call: Promise<unknown>): Promise<Error & { code?: string; path?: string }> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) expect.fail('expected a rejection, but the call succeeded')
  if (!(outcome.error instanceof Error)) expect.fail(`expected an Error, got ${String(outcome.error)}`)
  return outcome.error
}
