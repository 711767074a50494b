import { SandboxError, SandboxTimeoutError } from '@caisson/core/workspace'
import { statusOf } from '../../driver/error-status.js'
import type { E2BSdk } from '../../driver/sdk.js'

const codes: ReadonlySet<string> = new Set(['EXECUTION_FAILED', 'INVALID_ARGUMENT', 'NOT_FOUND'])

/**
 * Whether a failure is about the template, so that another may do: a build that failed or took too long, a definition that
 * cannot be built, a name that is not there. Everything else would be the same with any template.
 */
export function isAboutTemplate(error: unknown, sdk: E2BSdk): boolean {
  if (error instanceof SandboxTimeoutError) return error.details?.['operation'] === 'build'
  if (SandboxError.isInstance(error)) return codes.has(error.code)
  return error instanceof sdk.SandboxError && [400, 404].includes(statusOf(error) ?? 0)
}
