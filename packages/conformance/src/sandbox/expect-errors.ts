import { expect } from 'vitest'
import { SandboxError, type SandboxErrorCode } from '@caisson/core'
import { ConformanceError } from './conformance-error.js'
import { within } from './waiting.js'

const limitMs = 20_000

/** What the promise rejects with; a failure when it resolves or hangs. */
export async function rejectionOf(promise: Promise<unknown>, what: string = 'the call'): Promise<unknown> {
  const outcome = await within(
    limitMs,
    what,
    promise.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    ),
  )
  if ('error' in outcome) return outcome.error
  throw new ConformanceError(`Expected ${what} to reject; it resolved`)
}

/** The promise rejects with one of our errors and this code. */
export async function expectCode(
  promise: Promise<unknown>,
  code: SandboxErrorCode,
  what: string = 'the call',
): Promise<SandboxError> {
  return asSandboxError(await rejectionOf(promise, what), code, what)
}

/** The error is one of ours and has this code. */
export function asSandboxError(error: unknown, code: SandboxErrorCode, what: string = 'the error'): SandboxError {
  if (!SandboxError.isInstance(error))
    throw new ConformanceError(`Expected ${what} to be a SandboxError, got: ${String(error)}`, { cause: error })
  expect(error.code, `code of ${what}: ${error.message}`).toBe(code)
  return error
}
