import { invalidArgument } from '@caisson/core/workspace'
import type { RepositoryAccess, RepositoryAuthorization } from './repository-access.js'

/**
 * Reads who may read a repository. A token that is empty or missing is none: programs pass a variable that may not be set. Whitespace around it,
 * such as the end of the line of a file, is no part of it.
 *
 * Throws INVALID_ARGUMENT for another scheme, and for what is no token; it shows nothing of it.
 */
export function readAuthorization({
  authorization,
}: Pick<RepositoryAccess, 'authorization'>): RepositoryAuthorization | undefined {
  const given: unknown = authorization
  if (given === undefined || given === null) return undefined
  const { scheme, token }: { scheme?: unknown; token?: unknown } = Object(given)
  const text = token ?? ''
  const bare = typeof text === 'string' ? text.trim() : undefined
  // Other characters would be further lines of a header, or of what git is told.
  if (scheme === 'bearer' && bare !== undefined && /^[\x21-\x7e]*$/.test(bare)) {
    return bare === '' ? undefined : { scheme, token: bare }
  }
  const expected = "an object with scheme 'bearer' and a token of visible characters"
  throw invalidArgument({ name: 'authorization', expected, given, secret: true })
}
