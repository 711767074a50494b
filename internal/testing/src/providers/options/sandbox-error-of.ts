import { SandboxError } from '@caisson/core'

/** The error of ours that a call throws. Whatever else it throws is thrown on. */
export function sandboxErrorOf(call: () => unknown): SandboxError {
  try {
    call()
  } catch (error) {
    if (SandboxError.isInstance(error)) return error
    throw error
  }
  throw new TypeError('Expected a SandboxError')
}
