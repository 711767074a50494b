import { SandboxProviderError } from '@caisson/core/workspace'
import { redactRepositoryText } from './redact-repository-text.js'
import type { RepositoryAuthorization } from './repository-access.js'

/** What a failure of a host of repositories means. */
export interface RepositoryFault {
  /** Whether the host has answered that there is nothing here for this access; otherwise it may answer later. */
  readonly isRefused?: boolean | undefined
}

/** A failure of a host of repositories. It has no cause: that would hold texts as they came, secrets among them. */
export function repositoryError(
  message: string,
  authorization: RepositoryAuthorization | undefined,
  { isRefused = false }: RepositoryFault = {},
): SandboxProviderError {
  const token = authorization?.token
  const encoded = token === undefined ? undefined : Buffer.from(`x-access-token:${token}`).toString('base64')
  return new SandboxProviderError(
    redactRepositoryText(message.trim(), [token, encoded]),
    isRefused ? 'PERMISSION_DENIED' : 'UNAVAILABLE',
    {},
    { retry: isRefused ? 'never' : 'safe' },
  )
}
