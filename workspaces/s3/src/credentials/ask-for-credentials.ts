import { SandboxProviderError } from '@caisson/core/workspace'
import type { S3Credentials, S3CredentialsProvider } from '../options/s3-filesystem-options.js'
import { checkCredentials } from './check-credentials.js'
import { toIdentity, type S3Identity } from './to-identity.js'

/**
 * Asks the function of the user.
 *
 * Throws `SandboxProviderError` UNAUTHENTICATED when it fails (its error is the cause), or returns what are no credentials.
 */
export async function askForCredentials(provider: S3CredentialsProvider): Promise<S3Identity> {
  let found: S3Credentials
  try {
    found = await provider()
  } catch (cause) {
    throw unauthenticated('the function failed', cause)
  }
  const expected = checkCredentials(found)
  if (expected !== undefined) throw unauthenticated(`the function did not return ${expected}`)
  return toIdentity(found)
}

function unauthenticated(what: string, cause?: unknown): SandboxProviderError {
  const text = `S3Filesystem option credentials: ${what}`
  return new SandboxProviderError(text, 'UNAUTHENTICATED', undefined, { retry: 'never', provider: 's3', cause })
}
