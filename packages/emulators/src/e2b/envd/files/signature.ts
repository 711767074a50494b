import { createHash } from 'node:crypto'
import { EnvdError } from '../envd-error.js'
import { sameSecret } from '../../../daemon/same-secret.js'
import { tokenOf } from '../http/access-token.js'
import type { Exchange } from '../http/exchange.js'

/** What a signed address may be used for. */
export type SignedOperation = 'read' | 'write'

interface SignedParts {
  readonly path: string
  readonly operation: SignedOperation
  readonly username: string
  readonly accessToken: string
  /** In seconds since 1970, as it is in the address. */
  readonly expiration: string | undefined
}

export function signatureOf({ path, operation, username, accessToken, expiration }: SignedParts): string {
  const parts = [path, operation, username, accessToken, ...(expiration === undefined ? [] : [expiration])]
  const hash = createHash('sha256').update(parts.join(':')).digest('base64')
  return `v1_${hash.replace(/=+$/, '')}`
}

function refuse(message: string): never {
  throw new EnvdError('unauthenticated', message)
}

/** Files may be read and written with the token, or with an address that was signed with it. */
export function requireFileAccess({ request, url, state }: Exchange, operation: SignedOperation): void {
  const { accessToken } = state
  if (accessToken === undefined) return
  const token = tokenOf(request)
  if (token !== undefined) {
    if (!sameSecret(token, accessToken)) refuse('access token present in header but does not match')
    return
  }
  const query = url.searchParams
  const given = query.get('signature')
  if (given === null) refuse('missing signature query parameter')
  const expiration = query.get('signature_expiration') ?? undefined
  const path = query.get('path') ?? ''
  const username = query.get('username') ?? ''
  if (!sameSecret(given, signatureOf({ path, operation, username, accessToken, expiration }))) {
    refuse('invalid signature')
  }
  if (expiration === undefined) return
  const expiresAtMs = Number(expiration) * 1000
  if (!(expiresAtMs >= Date.now())) refuse('signature is already expired')
}
