import {
  SandboxError,
  SandboxProviderError,
  type ProviderErrorCode,
  type SandboxErrorCode,
} from '@caisson/core/workspace'
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
    super(
      message,
      'PERMISSION_DENIED',
      { template: ref },
      { retry: 'never', operation: 'build', provider: 'e2b', cause },
    )
  }
}

/**
 * What a request about builds failed with. The SDK gives its errors of builds no status, but begins their message with it;
 * that number is read, the wording is not.
 */
export function buildRequestFacts(error: unknown, sdk: E2BSdk): ErrorFacts {
  if (error instanceof sdk.FileUploadError) return { code: 'UNAVAILABLE', retry: 'safe' }
  if (!(error instanceof sdk.BuildError || error instanceof sdk.TemplateError)) return e2bErrorFacts(error, sdk)
  const status = Number.parseInt(error.message, 10)
  if (Number.isNaN(status)) return { code: 'UNKNOWN' }
  return statusFacts[status] ?? { code: 'UNAVAILABLE', retry: 'ambiguous' }
}

/**
 * The error for whoever waits, which `isBuildError` knows. A refusal of the definition is a failure of the build. A refusal
 * because too many builds are under way is a limit of the account: as a limit of requests it would be waited for by repeating
 * the whole start.
 */
export function buildRequestError(error: unknown, sdk: E2BSdk, ref: string): Error {
  if (SandboxError.isInstance(error)) return error
  const { code, retry } = buildRequestFacts(error, sdk)
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'PERMISSION_DENIED') return new ForeignNameError(ref, error)
  const told = toldCodes[code]
  if (told === undefined) return new BuildFailure(message)
  return new SandboxProviderError(`e2b: building ${ref} could not be asked for: ${message}`, told, undefined, {
    retry: retry === 'ambiguous' ? 'safe' : retry,
    operation: 'build',
    provider: 'e2b',
    cause: error,
  })
}

/**
 * Whether an error came of a build: of asking or looking for one, of its failure or its time-out, and not of the machine that
 * was to be made from it.
 */
export function isBuildError(error: unknown): error is SandboxError {
  return SandboxError.isInstance(error) && error.operation === 'build'
}

/** Codes of requests that are told as what they are, and under which. */
const toldCodes: Readonly<Partial<Record<SandboxErrorCode, ProviderErrorCode>>> = {
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  QUOTA_EXCEEDED: 'QUOTA_EXCEEDED',
  RATE_LIMITED: 'QUOTA_EXCEEDED',
  UNAVAILABLE: 'UNAVAILABLE',
  TIMEOUT: 'UNAVAILABLE',
}
