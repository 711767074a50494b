import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../daemon/same-secret.js'

/** The routes that a signed address may stand for. */
const signedRoutes: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/files/download': 'GET',
  '/files/upload-v2': 'POST',
}

/** A request as its signature is about it. */
export interface SignedRequest {
  readonly method: string
  /** The path inside the sandbox, such as `/files/download`. */
  readonly route: string
  readonly query: URLSearchParams
}

function signatureOf(signingKey: string, canonical: string): string {
  return `v1_${createHmac('sha256', signingKey).update(canonical).digest('base64url')}`
}

/**
 * Whether a request without credentials carries a signature of this sandbox's key that is still good. `expires` is in
 * seconds since 1970; 0 never ends. Other routes than the two for single files cannot be signed.
 */
export function isSigned({ method, route, query }: SignedRequest, signingKey: string, nowMs: number): boolean {
  const signature = query.get('signature')
  const expires = query.get('expires')
  if (signature === null || expires === null || !/^\d{1,15}$/.test(expires)) return false
  if (signedRoutes[route] !== method) return false
  if (Number(expires) !== 0 && Number(expires) * 1000 < nowMs) return false
  return sameSecret(signature, signatureOf(signingKey, `v1:files:${method}:${query.get('path') ?? ''}:${expires}`))
}
