import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sameSecret } from '../../../daemon/same-secret.js'

/** A token that opens the exec socket of one machine. */
export interface SignedLease {
  readonly jwt: string
  /** `undefined`: never. */
  readonly expiresAt: Date | undefined
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const header = encode({ alg: 'HS256', typ: 'JWT' })

/** Claims of a token whose signature is right; what is not, has none. */
function claimsOf(payload: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Readonly<Record<string, unknown>>
}

/** Signs leases, and knows its own again. */
export class LeaseSigner {
  readonly #ttlMs: number | null
  #key = randomBytes(32)

  constructor(ttlMs: number | null) {
    this.#ttlMs = ttlMs
  }

  sign(resourceId: string): SignedLease {
    const expiresAtMs = this.#ttlMs === null ? undefined : Date.now() + this.#ttlMs
    const expiry = expiresAtMs === undefined ? {} : { exp: expiresAtMs / 1000 }
    const payload = encode({ sub: resourceId, jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...expiry })
    const signature = this.#signatureOf(payload)
    const jwt = `${header}.${payload}.${signature}`
    return { jwt, expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs) }
  }

  /** Whether a token opens the socket of this machine now. */
  opens(jwt: string, resourceId: string): boolean {
    const [head, payload = '', signature = '', ...others] = jwt.split('.')
    const isOurs = head === header && others.length === 0 && sameSecret(signature, this.#signatureOf(payload))
    if (!isOurs) return false
    const { sub, exp } = claimsOf(payload)
    return sub === resourceId && (typeof exp !== 'number' || exp * 1000 > Date.now())
  }

  /** What was signed before opens nothing any more. */
  forgetAll(): void {
    this.#key = randomBytes(32)
  }

  #signatureOf(payload: string): string {
    return createHmac('sha256', this.#key).update(`${header}.${payload}`).digest('base64url')
  }
}
