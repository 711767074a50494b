import * as sdk from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import type { ErrorFacts } from '@caisson/core/driver'
import { reading } from '@caisson/kit/http'
import { askMachine } from '../../src/driver/asking.js'
import { FailedCreationError, LostAnswerError, LostMachineError, StreamError } from '../../src/driver/driver-errors.js'
import { daytonaErrorFacts } from '../../src/driver/error-facts.js'

/** What the SDK makes of statuses. */
const classes: Readonly<Record<number, typeof sdk.DaytonaError>> = {
  400: sdk.DaytonaValidationError,
  401: sdk.DaytonaAuthenticationError,
  403: sdk.DaytonaAuthorizationError,
  404: sdk.DaytonaNotFoundError,
  408: sdk.DaytonaTimeoutError,
  409: sdk.DaytonaConflictError,
  410: sdk.DaytonaGoneError,
  429: sdk.DaytonaRateLimitError,
  500: sdk.DaytonaInternalServerError,
  502: sdk.DaytonaBadGatewayError,
  504: sdk.DaytonaTimeoutError,
}

function answer(status: number, source?: string): Error {
  const Class = classes[status] ?? sdk.DaytonaError
  return new Class('the text', status, undefined, undefined, source)
}

/** The facts of an error that a call into a machine ended in. */
async function machineFacts(error: Error): Promise<ErrorFacts> {
  const fail = async (): Promise<never> => {
    throw error
  }
  await expect(askMachine(fail)).rejects.toBe(error)
  return daytonaErrorFacts(error, sdk)
}

describe('the control plane', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', undefined],
    [401, 'UNAUTHENTICATED', undefined],
    [403, 'PERMISSION_DENIED', undefined],
    [404, 'NOT_FOUND', undefined],
    [409, 'CONFLICT', undefined],
    [422, 'INVALID_ARGUMENT', undefined],
    [429, 'RATE_LIMITED', 'safe'],
    [500, 'UNAVAILABLE', 'ambiguous'],
    [502, 'UNAVAILABLE', 'ambiguous'],
    [504, 'UNAVAILABLE', 'ambiguous'],
  ] as const)('%i is %s', (status, code, retry) => {
    const facts = daytonaErrorFacts(answer(status), sdk)
    expect([facts.code, facts.retry]).toEqual([code, retry])
    expect(facts.suspect ?? false).toBe(false)
  })

  it('names what may help beside the vendor’s text', () => {
    expect(daytonaErrorFacts(answer(401), sdk).message).toMatch(/the text.*DAYTONA_API_KEY/)
  })
})

describe('a call into a machine', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'safe', true],
    [401, 'UNAUTHENTICATED', 'safe', true],
    [404, 'GONE', 'safe', false],
    [429, 'RATE_LIMITED', 'safe', false],
    [500, 'UNAVAILABLE', 'ambiguous', true],
    [502, 'UNAVAILABLE', 'ambiguous', true],
  ] as const)('%i on the way there is %s', async (status, code, retry, suspect) => {
    expect(await machineFacts(answer(status))).toMatchObject({ code, retry })
    expect((await machineFacts(answer(status))).suspect ?? false).toBe(suspect)
  })

  it.each([
    [400, 'INVALID_ARGUMENT'],
    [404, 'NOT_FOUND'],
    [408, 'TIMEOUT'],
    [410, 'INVALID_STATE'],
    [500, 'UNAVAILABLE'],
  ] as const)('%i of the daemon is %s, and the machine runs', async (status, code) => {
    const facts = await machineFacts(answer(status, sdk.SOURCE_DAEMON))
    expect([facts.code, facts.suspect ?? false]).toEqual([code, false])
  })

  it('a cut connection leaves it open what happened', async () => {
    expect(await machineFacts(new sdk.DaytonaConnectionError('cut'))).toEqual({
      code: 'UNAVAILABLE',
      retry: 'ambiguous',
      suspect: true,
    })
  })

  it('a clock of the client as well', async () => {
    expect(await machineFacts(new sdk.DaytonaConnectionTimeoutError('late'))).toMatchObject({
      code: 'TIMEOUT',
      retry: 'ambiguous',
    })
  })
})

it('what only read may be read again', async () => {
  const error = new sdk.DaytonaConnectionError('cut')
  await reading(Promise.reject(error)).catch(() => undefined)
  expect(daytonaErrorFacts(error, sdk)).toMatchObject({ code: 'UNAVAILABLE', retry: 'safe' })
})

it('what the SDK refuses itself was wrong', () => {
  expect(daytonaErrorFacts(new sdk.DaytonaInvalidArgumentError('bad'), sdk)).toEqual({ code: 'INVALID_ARGUMENT' })
})

it.each([
  [new LostMachineError('id', 'destroyed'), { code: 'GONE', retry: 'safe' }],
  [new FailedCreationError('id', 'build_failed', 'why', undefined), { code: 'EXECUTION_FAILED', retry: 'never' }],
  [new FailedCreationError('id', 'error', undefined, undefined), { code: 'UNAVAILABLE', retry: 'safe' }],
  [new LostAnswerError('cut'), { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }],
  [new StreamError('cut'), { code: 'UNAVAILABLE', retry: 'ambiguous', suspect: true }],
])('%s', (error, facts) => {
  expect(daytonaErrorFacts(error, undefined)).toEqual(facts)
})

it('anything else is not known', () => {
  expect(daytonaErrorFacts('text', sdk)).toEqual({ code: 'UNKNOWN' })
  expect(daytonaErrorFacts(new RangeError('odd'), sdk)).toEqual({ code: 'UNKNOWN' })
  expect(daytonaErrorFacts(new sdk.DaytonaError('the wait failed'), sdk)).toMatchObject({ code: 'UNAVAILABLE' })
})
