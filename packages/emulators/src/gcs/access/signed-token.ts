import { type KeyObject, verify } from 'node:crypto'

/** What a signed token says. Times in seconds since 1970. */
interface Claims {
  readonly iss: string
  readonly exp: number
  readonly iat: number
  readonly aud?: string | undefined
  readonly scope?: string | undefined
}

export type SignedTokenFault = 'malformed' | 'unknownIssuer' | 'badSignature' | 'expired' | 'tooLong'

export type SignedTokenResult =
  | { readonly ok: true; readonly claims: Claims }
  | { readonly ok: false; readonly fault: SignedTokenFault }

/** Clocks of computers differ. */
const skewSeconds = 300
const longestLifeSeconds = 3600

function readPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readClaims(part: string): Claims | undefined {
  const { iss, exp, iat, aud, scope } = readPart(part) ?? {}
  if (typeof iss !== 'string' || typeof exp !== 'number' || typeof iat !== 'number') return undefined
  if (aud !== undefined && typeof aud !== 'string') return undefined
  if (scope !== undefined && typeof scope !== 'string') return undefined
  return { iss, exp, iat, aud, scope }
}

function faultOfTimes({ exp, iat }: Claims, nowSeconds: number): SignedTokenFault | undefined {
  if (exp - iat > longestLifeSeconds) return 'tooLong'
  return exp <= nowSeconds || iat > nowSeconds + skewSeconds ? 'expired' : undefined
}

export function looksSigned(token: string): boolean {
  return token.split('.').length === 3 && token.startsWith('ey')
}

/** Checks a JSON web token of a service account: its signature (RS256 and nothing else) and its times. */
export function verifySignedToken(token: string, keyOf: (issuer: string) => KeyObject | undefined): SignedTokenResult {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = readClaims(body)
  if (!looksSigned(token) || claims === undefined || readPart(head)?.['alg'] !== 'RS256') {
    return { ok: false, fault: 'malformed' }
  }
  const key = keyOf(claims.iss)
  if (key === undefined) return { ok: false, fault: 'unknownIssuer' }
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) {
    return { ok: false, fault: 'badSignature' }
  }
  const fault = faultOfTimes(claims, Date.now() / 1000)
  return fault === undefined ? { ok: true, claims } : { ok: false, fault }
}
