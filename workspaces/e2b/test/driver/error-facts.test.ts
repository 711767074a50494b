import * as sdk from 'e2b'
import { describe, expect, it } from 'vitest'
import { e2bErrorFacts } from '../../src/driver/error-facts.js'

function withStatus(statusCode: number): Error {
  return Object.assign(new sdk.SandboxError(`${statusCode}: no`), { statusCode })
}

function network(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new TypeError('below'), { code }) })
}

describe('what the errors of the SDK mean', () => {
  const rows: readonly (readonly [Error, string, string | undefined, boolean])[] = [
    [new sdk.SandboxNotFoundError('x'), 'GONE', 'safe', false],
    [new sdk.TimeoutError('x'), 'UNAVAILABLE', 'ambiguous', true],
    [new sdk.FileNotFoundError('x'), 'NOT_FOUND', undefined, false],
    [new sdk.NotFoundError('x'), 'NOT_FOUND', undefined, false],
    [new sdk.InvalidArgumentError('x'), 'INVALID_ARGUMENT', undefined, false],
    [new sdk.NotEnoughSpaceError('x'), 'QUOTA_EXCEEDED', undefined, false],
    [new sdk.RateLimitError('x'), 'RATE_LIMITED', 'safe', false],
    [new sdk.AuthenticationError('x'), 'UNAUTHENTICATED', undefined, false],
    [new sdk.ServiceBusyError('x'), 'UNAVAILABLE', 'ambiguous', false],
    [new sdk.TemplateError('x'), 'INVALID_ARGUMENT', undefined, false],
    [new sdk.BuildError('x'), 'EXECUTION_FAILED', 'never', false],
    [new sdk.SandboxError('2: [unknown] terminated'), 'UNAVAILABLE', 'ambiguous', true],
    [new sdk.SandboxError('Process exited without a result'), 'UNAVAILABLE', 'ambiguous', true],
    [new sdk.SandboxError('7: [permission_denied] x'), 'PERMISSION_DENIED', undefined, false],
    [new sdk.SandboxError('503: x'), 'UNAVAILABLE', 'ambiguous', true],
    [withStatus(400), 'INVALID_ARGUMENT', undefined, false],
    [withStatus(402), 'QUOTA_EXCEEDED', undefined, false],
    [withStatus(403), 'PERMISSION_DENIED', undefined, false],
    [withStatus(404), 'NOT_FOUND', undefined, false],
    [withStatus(409), 'CONFLICT', undefined, false],
    [withStatus(500), 'UNAVAILABLE', 'ambiguous', false],
    [network('ECONNREFUSED'), 'UNAVAILABLE', 'safe', false],
    [network('ENOTFOUND'), 'UNAVAILABLE', 'safe', false],
    [network('ECONNRESET'), 'UNAVAILABLE', 'ambiguous', false],
    [network('UND_ERR_SOCKET'), 'UNAVAILABLE', 'ambiguous', false],
    [new DOMException('x', 'TimeoutError'), 'TIMEOUT', 'ambiguous', false],
    [new DOMException('x', 'AbortError'), 'ABORTED', 'ambiguous', false],
    [new TypeError('x'), 'UNKNOWN', undefined, false],
  ]
  for (const [error, code, retry, suspect] of rows) {
    it(`${error.name} "${error.message}" is ${code}`, () => {
      const facts = e2bErrorFacts(error, sdk)
      expect([facts.code, facts.retry, facts.suspect ?? false]).toEqual([code, retry, suspect])
    })
  }

  it('without the SDK being loaded only the network can have failed', () => {
    expect(e2bErrorFacts(network('ECONNREFUSED'), undefined)).toEqual({ code: 'UNAVAILABLE', retry: 'safe' })
    expect(e2bErrorFacts('text', undefined)).toEqual({ code: 'UNKNOWN' })
  })
})
