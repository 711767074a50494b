import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Account } from '../access/accounts.js'
import { s3Failure } from '../errors/s3-failure.js'
import type { Target } from '../request/target.js'
import type { S3State } from '../s3-state.js'
import { type Authorization, readAuthorization } from './authorization.js'
import type { Caller, PayloadPlan } from './caller.js'
import { canonicalRequest } from './canonical-request.js'
import { payloadModeOf } from './payload-mode.js'
import { checkRegion, checkRedirect } from './region.js'
import { nameScope, sha256Hex, SigningKey } from './signing-key.js'
import { checkTime } from './time.js'

const contentHash = 'x-amz-content-sha256'

function checkToken(account: Account, given: string | undefined, nowMs: number): void {
  const { sessionToken, accessKeyId, expiresAtMs } = account
  // The vendor knows temporary keys only together with their token.
  if (sessionToken !== undefined && given === undefined) {
    throw s3Failure('InvalidAccessKeyId', { details: { AWSAccessKeyId: accessKeyId } })
  }
  if (given !== sessionToken) throw s3Failure('InvalidToken')
  if (nowMs >= expiresAtMs) throw s3Failure('ExpiredToken')
}

/** What is part of a request but not of its signature could be changed on the way. */
function checkSignedHeaders(request: IncomingMessage, signed: readonly string[]): void {
  const missing = Object.keys(request.headers).filter((name) => {
    return (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name)
  })
  if (missing.length === 0) return
  const message = 'There were headers present in the request which were not signed'
  throw s3Failure('AccessDenied', { message, details: { HeadersNotSigned: missing.join(', ') } })
}

function payloadHashOf(request: IncomingMessage, { query }: Target, { expiresMs }: Authorization): string {
  const header = request.headers[contentHash]
  if (typeof header === 'string') return header
  if (expiresMs !== undefined) return query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
  throw s3Failure('InvalidRequest', { message: `Missing required header for this request: ${contentHash}` })
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function checkSignature(
  request: IncomingMessage,
  { path, query }: Target,
  { signedHeaders, signature, scope, accessKeyId, time }: Authorization,
  secret: string,
  payloadHash: string,
): SigningKey {
  const key = new SigningKey(secret, scope, time)
  const headers = request.headersDistinct
  const canonical = canonicalRequest({ method: request.method ?? '', path, query, headers, signedHeaders, payloadHash })
  const hash = sha256Hex(canonical)
  if (isSame(signature, key.sign('AWS4-HMAC-SHA256', hash))) return key
  const details = {
    AWSAccessKeyId: accessKeyId,
    StringToSign: ['AWS4-HMAC-SHA256', time, nameScope(scope), hash].join('\n'),
    SignatureProvided: signature,
  }
  throw s3Failure('SignatureDoesNotMatch', { details })
}

function planPayload(payloadHash: string, key: SigningKey | undefined, seed: string): PayloadPlan {
  const mode = payloadModeOf(payloadHash)
  const isSigned = mode === 'signedChunks' || mode === 'signedChunksTrailer'
  if (isSigned && key === undefined) throw s3Failure('AccessDenied')
  return {
    mode,
    sha256: mode === 'hash' ? payloadHash : undefined,
    signing: key === undefined ? undefined : { key, seed },
  }
}

function anyone(request: IncomingMessage): Caller {
  const header = request.headers[contentHash]
  return {
    account: undefined,
    payload: planPayload(typeof header === 'string' ? header : 'UNSIGNED-PAYLOAD', undefined, ''),
  }
}

/** Finds out who sent a request; a request without a signature comes from anyone. Throws what the vendor answers to signatures it refuses. */
export function authenticate(request: IncomingMessage, target: Target, state: S3State, nowMs: number): Caller {
  const authorization = readAuthorization(request, target.query)
  if (authorization === undefined) return anyone(request)
  const account = state.accounts.find(authorization.accessKeyId)
  if (account === undefined) {
    throw s3Failure('InvalidAccessKeyId', { details: { AWSAccessKeyId: authorization.accessKeyId } })
  }
  checkTime(authorization, nowMs)
  const region = state.store.bucket(target.bucket)?.settings.region
  checkRegion(authorization.scope.region, state.region, region)
  checkToken(account, authorization.sessionToken, nowMs)
  const hash = payloadHashOf(request, target, authorization)
  checkSignedHeaders(request, authorization.signedHeaders)
  const key = checkSignature(request, target, authorization, account.secretAccessKey, hash)
  checkRedirect(request, target, authorization.scope.region, region)
  return { account, payload: planPayload(hash, key, authorization.signature) }
}
