import { FilesystemError } from '@caisson/core'
import { expect } from 'vitest'

/** Expects a rejection with one of these codes, of a class of ours, and returns the error. */
export async function rejectionWith(call: Promise<unknown>, ...codes: string[]): Promise<Error & { code: string }> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) expect.fail(`expected a rejection with ${codes.join(' or ')}, but the call succeeded`)
  const { error } = outcome
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    expect.fail(`expected an error with a code, got ${String(error)}`)
  }
  if (!codes.includes(error.code)) expect.fail(`expected ${codes.join(' or ')}, got ${error.code}: ${error.message}`)
  if (error.code !== 'READ_ONLY' && error.code !== 'INVALID_ARGUMENT') {
    expect(FilesystemError.isInstance(error)).toBe(true)
  }
  return Object.assign(error, { code: error.code })
}
