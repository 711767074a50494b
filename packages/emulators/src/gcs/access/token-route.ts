import type { Answer, GCSCall, GCSRoute } from '../routes/gcs-route.js'
import { readText } from '../../http/read-body.js'
import { type SignedTokenFault, verifySignedToken } from './signed-token.js'
import { isTokenAudience } from './token-audience.js'

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const descriptions: Readonly<Record<SignedTokenFault, string>> = {
  malformed: 'Bad Request: the assertion is no token signed with RS256.',
  unknownIssuer: 'Invalid grant: account not found',
  badSignature: 'Invalid JWT Signature.',
  expired: 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
  tooLong: 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
}

/** The form of errors of the endpoint of tokens, which is another than that of the storage. */
function refuse(error: string, description: string): Answer {
  return { status: 400, body: { error, error_description: description } }
}

/** Changes an assertion, signed by a service account, for an access token. */
async function giveToken({ cloud, request, origins }: GCSCall): Promise<Answer> {
  const form = new URLSearchParams(await readText(request))
  if (form.get('grant_type') !== grantType) return refuse('unsupported_grant_type', `Expected ${grantType}`)
  const { gatekeeper, tokenLifetimeMs } = cloud
  const result = verifySignedToken(form.get('assertion') ?? '', (issuer) => gatekeeper.find(issuer)?.publicKey)
  if (!result.ok) return refuse('invalid_grant', descriptions[result.fault])
  const { iss, aud = '', scope = '' } = result.claims
  if (!isTokenAudience(aud, origins)) return refuse('invalid_grant', 'Invalid JWT: the audience is not this endpoint.')
  if (scope === '') return refuse('invalid_scope', 'Empty or missing scope not allowed.')
  const token = gatekeeper.tokens.issue(iss, scope, tokenLifetimeMs)
  const lifetime = Math.floor(tokenLifetimeMs / 1000)
  return { status: 200, body: { access_token: token, expires_in: lifetime, token_type: 'Bearer' } }
}

export const tokenRoutes: readonly GCSRoute[] = [{ method: 'POST', path: '/token', handle: giveToken }]
