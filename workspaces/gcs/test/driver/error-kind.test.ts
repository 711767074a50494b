import { expect, it } from 'vitest'
import { gcsErrorKind } from '../../src/driver/error-kind.js'

const made = (members: object, name = 'Error', cause?: Error): Error =>
  Object.assign(new TypeError('', { cause }), { name }, members)
const answer = (status: number, data?: unknown): Error => made({ status, code: status, response: { status, data } })

it('names errors by status and reason, by name and code, and by what is below them', () => {
  const limited = { error: { errors: [{ reason: 'rateLimitExceeded' }] } }
  const rows: [unknown, string][] = [
    [answer(304), 'changed'],
    [answer(400), 'invalid'],
    [answer(400, { error: 'invalid_grant' }), 'unauthenticated'],
    [answer(401), 'unauthenticated'],
    [answer(403), 'denied'],
    [answer(403, limited), 'rateLimited'],
    [answer(404), 'missing'],
    [answer(409), 'conflict'],
    [answer(412), 'changed'],
    [answer(416), 'range'],
    [answer(429), 'rateLimited'],
    [answer(500), 'unavailable'],
    [answer(503), 'unavailable'],
    [answer(302), 'unknown'],
    [made({ code: 404, errors: [{ reason: 'notFound' }] }), 'missing'],
    [made({ code: 'ECONNREFUSED' }), 'unavailable'],
    [made({ code: 'ERR_STREAM_PREMATURE_CLOSE' }), 'unavailable'],
    [made({ code: 'ERR_OSSL_UNSUPPORTED' }), 'unauthenticated'],
    [made({ code: 'AbortError' }), 'aborted'],
    [made({}, 'AbortError'), 'aborted'],
    [made({}, 'Error', made({ type: 'aborted' }, 'AbortError')), 'aborted'],
    [made({}, 'Error', made({ code: 'ECONNRESET' })), 'unavailable'],
    [new DOMException('', 'AbortError'), 'aborted'],
    [made({}), 'unknown'],
    ['text', 'unknown'],
  ]
  expect(rows.map(([error]) => gcsErrorKind(error))).toEqual(rows.map(([, kind]) => kind))
})
