import type { IncomingMessage } from 'node:http'
import { s3Failure } from '../errors/s3-failure.js'
import type { Query } from '../request/query.js'
import type { Scope } from './signing-key.js'

/** A signature as a request carries it, not yet verified. */
export interface Authorization {
  readonly accessKeyId: string
  readonly scope: Scope
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** For example `20130524T000000Z`. */
  readonly time: string
  /** In milliseconds since 1970. */
  readonly timeMs: number
  /** Of a signed address. */
  readonly expiresMs?: number | undefined
  readonly sessionToken?: string | undefined
}

const algorithm = 'AWS4-HMAC-SHA256'
const longestExpirySeconds = 604_800

function malformed(message: string): Error {
  return s3Failure('AuthorizationHeaderMalformed', { message: `The authorization header is malformed; ${message}` })
}

function badQuery(message: string): Error {
  return s3Failure('AuthorizationQueryParametersError', { message })
}

/** Reads `20130524T000000Z`. */
function parseTime(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match.map(Number)
  const time = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return Number.isNaN(time) ? undefined : time
}

interface Credential {
  readonly accessKeyId: string
  readonly scope: Scope
}

function parseCredential(text: string, fail: (message: string) => Error): Credential {
  const parts = text.split('/')
  const [date = '', region = '', service = '', end = ''] = parts.slice(-4)
  const accessKeyId = parts.slice(0, -4).join('/')
  if (accessKeyId === '')
    throw fail('the Credential is not of the form "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request"')
  if (service !== 's3') throw fail(`incorrect service "${service}". This endpoint belongs to "s3".`)
  if (end !== 'aws4_request') throw fail(`incorrect terminal "${end}". This endpoint uses "aws4_request".`)
  if (!/^\d{8}$/.test(date))
    throw fail(`incorrect date format "${date}". This date in the credential must be in the format "yyyyMMdd".`)
  return { accessKeyId, scope: { date, region, service } }
}

function timeOf(request: IncomingMessage): { time: string; timeMs: number } {
  const header = request.headers['x-amz-date']
  const date = request.headers.date
  const timeMs = typeof header === 'string' ? parseTime(header) : Date.parse(date ?? '')
  if (timeMs === undefined || Number.isNaN(timeMs)) {
    throw s3Failure('AccessDenied', { message: 'AWS authentication requires a valid Date or x-amz-date header' })
  }
  const time = typeof header === 'string' ? header : new Date(timeMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return { time, timeMs }
}

function readHeader(request: IncomingMessage, text: string): Authorization {
  if (!text.startsWith(`${algorithm} `)) {
    const message = 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.'
    throw s3Failure('InvalidRequest', { message })
  }
  const fields = new Map(
    text
      .slice(algorithm.length + 1)
      .split(',')
      .map((field): [string, string] => {
        const [name = '', ...rest] = field.trim().split('=')
        return [name, rest.join('=')]
      }),
  )
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) =>
    fields.get(name),
  )
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw malformed('it must have Credential, SignedHeaders and Signature.')
  }
  const token = request.headers['x-amz-security-token']
  return {
    ...parseCredential(credential, malformed),
    ...timeOf(request),
    signedHeaders: signedHeaders.split(';'),
    signature,
    sessionToken: typeof token === 'string' ? token : undefined,
  }
}

function expiryOf(query: Query): number {
  const text = query.get('X-Amz-Expires') ?? ''
  const seconds = Number(text)
  if (!/^\d+$/.test(text)) throw badQuery('X-Amz-Expires should be a number')
  if (seconds > longestExpirySeconds)
    throw badQuery('X-Amz-Expires must be less than a week (in seconds); that is less than 604800')
  return seconds * 1000
}

function readQuery(query: Query): Authorization {
  const names = [
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
  ]
  if (!names.every((name) => query.has(name))) {
    throw badQuery(`Query-string authentication version 4 requires the ${names.join(', ')} parameters.`)
  }
  if (query.get('X-Amz-Algorithm') !== algorithm) throw badQuery(`X-Amz-Algorithm only supports "${algorithm}"`)
  const time = query.get('X-Amz-Date') ?? ''
  const timeMs = parseTime(time)
  if (timeMs === undefined) throw badQuery("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"")
  const fail = (message: string): Error => badQuery(`Error parsing the X-Amz-Credential parameter; ${message}`)
  return {
    ...parseCredential(query.get('X-Amz-Credential') ?? '', fail),
    time,
    timeMs,
    expiresMs: expiryOf(query),
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    sessionToken: query.get('X-Amz-Security-Token'),
  }
}

/** Reads the signature of a request; undefined for one that has none. */
export function readAuthorization(request: IncomingMessage, query: Query): Authorization | undefined {
  const header = request.headers.authorization
  const isSignedAddress = query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm') || query.has('X-Amz-Credential')
  if (header !== undefined && isSignedAddress) {
    const message =
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified'
    throw invalidMechanism(message)
  }
  if (header !== undefined) return readHeader(request, header)
  if (query.has('Signature') && query.has('AWSAccessKeyId')) {
    throw s3Failure('InvalidRequest', {
      message: 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    })
  }
  return isSignedAddress ? readQuery(query) : undefined
}

function invalidMechanism(message: string): Error {
  return s3Failure('InvalidArgument', { message, details: { ArgumentName: 'Authorization' } })
}
