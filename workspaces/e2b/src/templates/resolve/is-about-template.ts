import { SandboxError } from '@caisson/core/workspace'
import { statusOf } from '../../driver/error-status.js'
import type { E2BSdk } from '../../driver/sdk.js'
import { isBuildError } from '../builds/request-failure.js'

const codes: ReadonlySet<string> = new Set(['EXECUTION_FAILED', 'INVALID_ARGUMENT', 'NOT_FOUND'])

/**
 * Whether a failure is about the template, so that another may do: a definition that cannot be built, a name that is not there, and whatever
 * failed about a build but wrong credentials. A build that E2B has no room or no time for says nothing about machines of templates that are there.
 * Everything else would be the same with any template.
 */
export function isAboutTemplate(error: unknown, sdk: E2BSdk): boolean {
  if (isBuildError(error)) return error.code !== 'UNAUTHENTICATED'
  if (SandboxError.isInstance(error)) return codes.has(error.code)
  return error instanceof sdk.SandboxError && [400, 404].includes(statusOf(error) ?? 0)
}
