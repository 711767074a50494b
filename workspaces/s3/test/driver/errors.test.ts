import { describe, expect, it } from 'vitest'
import { inspect } from 'node:util'
import * as sdk from '@aws-sdk/client-s3'
import { cleanError } from '../../src/driver/clean-error.js'
import { errorKind } from '../../src/driver/error-kinds.js'
import { explainRegion } from '../../src/driver/explain-region.js'

/** An error as the SDK makes it: the answer hangs on it in a hidden member. */
function serviceError(name: string, status: number, members: object = {}, headers: object = {}): Error {
  const error = Object.assign(new TypeError(name), {
    name,
    $fault: 'client',
    $metadata: { httpStatusCode: status },
    ...members,
  })
  return Object.defineProperty(error, '$response', { value: { statusCode: status, headers } })
}

describe('what an error means', () => {
  it.each([
    [serviceError('NoSuchKey', 404), 'missing'],
    [serviceError('NotFound', 404), 'missing'],
    [serviceError('NoSuchBucket', 404), 'noBucket'],
    [serviceError('AccessDenied', 403), 'denied'],
    [serviceError('403', 403), 'denied'],
    [serviceError('SignatureDoesNotMatch', 403), 'unauthenticated'],
    [serviceError('ExpiredToken', 400), 'unauthenticated'],
    [serviceError('PreconditionFailed', 412), 'changed'],
    [serviceError('ConditionalRequestConflict', 409), 'conflict'],
    [serviceError('InvalidRange', 416), 'range'],
    [serviceError('KeyTooLongError', 400), 'invalid'],
    [serviceError('InvalidObjectState', 403), 'invalid'],
    [serviceError('SlowDown', 503), 'rateLimited'],
    [serviceError('Unknown', 429), 'rateLimited'],
    [serviceError('InternalError', 500), 'unavailable'],
    [serviceError('Unknown', 502), 'unavailable'],
    [serviceError('RequestTimeout', 400), 'unavailable'],
    [Object.assign(new TypeError('x'), { code: 'ECONNREFUSED' }), 'unavailable'],
    [Object.assign(new TypeError('x'), { name: 'AbortError' }), 'aborted'],
    [new TypeError('x'), 'unknown'],
    ['text', 'unknown'],
    [undefined, 'unknown'],
  ])('%o is %s', (error, kind) => {
    expect(errorKind(error)).toBe(kind)
  })
})

describe('an error of the SDK', () => {
  const secrets = {
    'Token-0': 'hunter2',
    CanonicalRequest: 'hunter2',
    StringToSign: 'hunter2',
    $responseBodyText: 'hunter2',
  }

  it('loses what may hold a secret, and keeps what helps', () => {
    const error = serviceError(
      'SignatureDoesNotMatch',
      403,
      { ...secrets, RequestId: 'r' },
      { authorization: 'hunter2' },
    )
    const cleaned = cleanError(error, sdk)
    expect(inspect(cleaned, { depth: Infinity, showHidden: true })).not.toContain('hunter2')
    expect(cleaned).toBeInstanceOf(sdk.S3ServiceException)
    const kept = { name: 'SignatureDoesNotMatch', $fault: 'client', $metadata: { httpStatusCode: 403 }, RequestId: 'r' }
    expect(cleaned).toMatchObject({ ...kept, message: error.message, stack: error.stack })
  })

  it('of the network stays as it is', () => {
    const error = Object.assign(new TypeError('x'), { code: 'ECONNRESET', $metadata: { attempts: 3 } })
    expect(cleanError(error, sdk)).toBe(error)
  })

  it.each([undefined, null, 'text', 7])('%j passes', (thrown) => {
    expect(cleanError(thrown, sdk)).toBe(thrown)
  })
})

describe('a bucket elsewhere', () => {
  const options = { bucket: 'data', region: 'us-east-1' }

  it.each([
    serviceError('AuthorizationHeaderMalformed', 400, { Region: 'eu-west-1' }),
    serviceError('PermanentRedirect', 301, {}, { 'x-amz-bucket-region': 'eu-west-1' }),
    serviceError('301', 301, {}, { 'x-amz-bucket-region': 'eu-west-1' }),
    serviceError('BadRequest', 400, {}, { 'x-amz-bucket-region': 'eu-west-1' }),
  ])('is said with the region to set: %o', (error) => {
    const found = explainRegion(error, options, sdk)
    expect(found).toMatchObject({ code: 'EINVAL', cause: { name: error.name } })
    expect(found?.message).toBe(
      'The bucket data is in the region eu-west-1, not in us-east-1: change the option region',
    )
  })

  it.each([
    serviceError('PermanentRedirect', 301),
    serviceError('PermanentRedirect', 301, {}, { 'x-amz-bucket-region': 'x\nhunter2' }),
  ])('is said without it where it is not known: %o', (error) => {
    expect(explainRegion(error, options, sdk)?.message).toContain('in another region or at another endpoint')
  })

  it.each([
    serviceError('AccessDenied', 403),
    serviceError('BadRequest', 400, {}, { 'x-amz-bucket-region': 'us-east-1' }),
  ])('is not meant by %o', (error) => expect(explainRegion(error, options, sdk)).toBeUndefined())
})
