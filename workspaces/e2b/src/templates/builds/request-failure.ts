import { SandboxError, SandboxProviderError } from '@caisson/core/workspace'
import type { ErrorFacts } from '@caisson/core/driver'
import { statusFacts } from '@caisson/kit/http'
import { BuildFailure } from '@caisson/kit/templates'
import { e2bErrorFacts } from '../../driver/error-facts.js'
import type { E2BSdk } from '../../driver/sdk.js'

/** The name of a template belongs to another account. */
export class ForeignNameError extends SandboxProviderError {
  override name: string = 'ForeignNameError'

  constructor(ref: string, cause: unknown) {
    const message = `e2b: the template name ${ref} is not this account's`
    super(message, 'PERMISSION_DENIED', { template: ref }, { retry: 'never', provider: 'e2b', cause })
  }
}

/**
 * What a request about builds failed with. The SDK gives its errors of builds no status, but begins their message with it;
 * that number is read, the wording is not.
 */
export function buildRequestFacts(error: unknown, sdk: E2BSdk): ErrorFacts {
  if (error instanceof sdk.FileUploadError) return { code: 'UNAVAILABLE', retry: 'safe' }
  if (!(error instanceof sdk.BuildError)) return e2bErrorFacts(error, sdk)
  const status = Number.parseInt(error.message, 10)
  if (Number.isNaN(status)) return { code: 'UNKNOWN' }
  return statusFacts[status] ?? { code: 'UNAVAILABLE', retry: 'ambiguous' }
}

/** The error for whoever waits. A refusal of the definition is a failure of the build. */
export function buildRequestError(error: unknown, sdk: E2BSdk, ref: string): Error {
  if (SandboxError.isInstance(error)) return error
  const { code, retry } = buildRequestFacts(error, sdk)
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'PERMISSION_DENIED') return new ForeignNameError(ref, error)
  if (!isProviderCode(code)) return new BuildFailure(message)
  return new SandboxProviderError(`e2b: building ${ref} could not be asked for: ${message}`, code, undefined, {
    retry: retry === 'ambiguous' ? 'safe' : retry,
    provider: 'e2b',
    cause: error,
  })
}

const surfacing = ['UNAUTHENTICATED', 'QUOTA_EXCEEDED', 'RATE_LIMITED', 'UNAVAILABLE'] as const

function isProviderCode(code: string): code is (typeof surfacing)[number] {
  return surfacing.some((known) => known === code)
}
