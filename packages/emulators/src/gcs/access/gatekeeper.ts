import type { IncomingMessage } from 'node:http'
import type { HttpFailure } from '../../http/http-failure.js'
import { failure } from '../wire/failures.js'
import { type Account, openAccount } from './account.js'
import type { Caller } from './caller.js'
import { type Permission, permissions, publicPermissions } from './permission.js'
import { hasScope } from './scopes.js'
import { looksSigned, verifySignedToken } from './signed-token.js'
import { TokenStore } from './token-store.js'
import type { GCSAccount } from '../gcs-emulator-options.js'

/** What is to be done to what. */
export interface Demand {
  readonly permission: Permission
  readonly bucket?: string | undefined
  /** The name of an object, or the prefix of a listing. */
  readonly name?: string | undefined
  readonly isPublic?: boolean | undefined
}

const googleAudience = 'https://storage.googleapis.com'

function invalidCredentials(): HttpFailure {
  return failure(401, 'authError', 'Invalid Credentials', {
    headers: { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error=invalid_token' },
  })
}

function denied(who: string, { permission, bucket, name }: Demand): HttpFailure {
  const what = name === undefined ? 'bucket' : 'object'
  const where = [bucket, name].filter((part) => part !== undefined && part !== '').join('/')
  return failure(
    403,
    'forbidden',
    `${who} does not have ${permission} access to the Google Cloud Storage ${what}. ` +
      `Permission '${permission}' denied on resource ${JSON.stringify(where)} (or it may not exist).`,
  )
}

function mayUse(account: Account, { permission, bucket, name }: Demand): boolean {
  if (account.isReadOnly && permissions[permission] === 'write') return false
  if (account.buckets !== undefined && (bucket === undefined || !account.buckets.has(bucket))) return false
  if (account.prefixes === undefined) return true
  return name !== undefined && account.prefixes.some((prefix) => name.startsWith(prefix))
}

/** Knows who asks, and who may do what. */
export class Gatekeeper {
  readonly tokens: TokenStore = new TokenStore()
  /** `undefined`: nobody is asked. */
  readonly #accounts: ReadonlyMap<string, Account> | undefined

  /** Throws INVALID_OPTION for a key that cannot be read. */
  constructor(accounts: readonly GCSAccount[] | undefined) {
    const known = accounts?.map(openAccount)
    this.#accounts = known && new Map(known.map((account) => [account.email, account]))
  }

  find(email: string): Account | undefined {
    return this.#accounts?.get(email)
  }

  /** Throws 401 for a token that is not known or over. */
  identify(request: IncomingMessage, origins: readonly string[]): Caller {
    if (this.#accounts === undefined) return { kind: 'open' }
    const header = request.headers.authorization
    if (header === undefined) return { kind: 'anonymous' }
    const token = /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
    const caller = looksSigned(token) ? this.#identifySigned(token, origins) : this.#identifyIssued(token)
    if (caller === undefined) throw invalidCredentials()
    return caller
  }

  /** Throws 401 for who has to say who they are, 403 for who may not. */
  admit(caller: Caller, demand: Demand): void {
    if (caller.kind === 'open') return
    if (demand.isPublic === true && publicPermissions.has(demand.permission)) return
    if (caller.kind === 'anonymous') {
      const { message } = denied('Anonymous caller', demand)
      throw failure(401, 'required', message, {
        headers: { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/"' },
      })
    }
    const { account, scope } = caller
    if (scope !== undefined && !hasScope(scope, permissions[demand.permission])) {
      throw failure(403, 'insufficientPermissions', 'Provided scope(s) are not authorized')
    }
    if (!mayUse(account, demand)) throw denied(account.email, demand)
  }

  #identifyIssued(token: string): Caller | undefined {
    const issued = this.tokens.find(token)
    const account = issued && this.find(issued.email)
    return account && { kind: 'account', account, scope: issued.scope }
  }

  /** Services of the vendor take a token that an account has signed itself, for scopes or for the address of the service. */
  #identifySigned(token: string, origins: readonly string[]): Caller | undefined {
    const result = verifySignedToken(token, (issuer) => this.find(issuer)?.publicKey)
    if (!result.ok) return undefined
    const { iss, aud, scope } = result.claims
    const account = this.find(iss)
    if (account === undefined) return undefined
    if (scope !== undefined) return { kind: 'account', account, scope }
    const isForUs = [googleAudience, ...origins].some((origin) => aud === origin || aud?.startsWith(`${origin}/`))
    return isForUs ? { kind: 'account', account, scope: undefined } : undefined
  }
}
