import { SandboxProviderError } from '@caisson/core/workspace'
import { redactRepositoryText } from './redact-repository-text.js'
import type { RepositoryAuthorization } from './repository-access.js'

/** A failure of a host of repositories. It has no cause: that would hold texts as they came, secrets among them. */
export function repositoryError(
  message: string,
  authorization: RepositoryAuthorization | undefined,
): SandboxProviderError {
  const token = authorization?.token
  const encoded = token === undefined ? undefined : Buffer.from(`x-access-token:${token}`).toString('base64')
  return new SandboxProviderError(
    redactRepositoryText(message.trim(), [token, encoded]),
    'UNAVAILABLE',
    {},
    { retry: 'safe' },
  )
}
