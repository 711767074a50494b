import type { SandboxOptions } from '@caisson/core/driver'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  credentialOption,
  resolveOptions,
  resolveOptionsLate,
  sandboxOptionShape,
  textOption,
  type EnvironmentSource,
} from '../../src/options.js'

interface AccountOptions extends SandboxOptions {
  apiKey?: string | undefined
  token?: string | undefined
  account?: string | undefined
}

const shape = {
  apiKey: credentialOption('key', { description: 'Key.', environment: ['ACME_KEY', 'OLD_ACME_KEY'] }),
  token: credentialOption('token', { description: 'Token.', environment: ['ACME_TOKEN'] }),
  account: textOption((value) => value !== '', {
    description: 'Account of the token.',
    expected: 'a name',
    environment: ['ACME_ACCOUNT'],
  }),
  ...sandboxOptionShape,
} satisfies Record<keyof AccountOptions, z.ZodType>

const schema: z.ZodType<AccountOptions> = z.strictObject(shape)
const request = { owner: 'AcmeSandbox', oneOf: ['apiKey', ['token', 'account']] as const }

const resolve = (given: AccountOptions, environment: EnvironmentSource) =>
  resolveOptions(schema, given, { ...request, environment })

describe('an alternative of several options', () => {
  it('is complete with all of them, wherever they come from', () => {
    expect(resolve({ token: 't' }, { ACME_ACCOUNT: 'a' })).toMatchObject({
      options: { token: 't', account: 'a' },
      missing: undefined,
    })
    expect(resolve({}, { ACME_TOKEN: 't', ACME_ACCOUNT: 'a' }).missing).toBeUndefined()
  })

  it('is missing with one of them', () => {
    const missing =
      'AcmeSandbox has none of apiKey, token with account: give the option apiKey or token with account, ' +
      'or set the environment variable ACME_KEY or OLD_ACME_KEY or ACME_TOKEN with ACME_ACCOUNT'
    expect(resolve({ token: 't' }, {}).missing).toBe(missing)
    expect(resolve({}, { ACME_TOKEN: 't' }).missing).toBe(missing)
    expect(resolve({ account: 'a' }, {}).missing).toBe(missing)
  })

  it('is not mixed with another one', () => {
    const environment = { ACME_KEY: 'of-another-account', ACME_TOKEN: 'other', ACME_ACCOUNT: 'other' }
    expect(resolve({ token: 't', account: 'a' }, environment).options).not.toHaveProperty('apiKey')
    const { options } = resolve({ apiKey: 'k' }, environment)
    expect([options.token, options.account]).toEqual([undefined, undefined])
  })
})

describe('credentials that come late', () => {
  it('are asked for until they are complete, and no longer', () => {
    const environment: Record<string, string> = { ACME_TOKEN: 't' }
    const given: AccountOptions = { id: 'a' }
    const late = resolveOptionsLate(schema, given, { ...request, environment })
    expect(late.options.token).toBe('t')
    expect(late.current().missing).toContain('ACME_ACCOUNT')
    given.apiKey = 'changed by the caller, which counts no more'
    environment['ACME_ACCOUNT'] = 'first'
    expect(late.current()).toMatchObject({ options: { account: 'first' }, missing: undefined })
    environment['ACME_ACCOUNT'] = 'second'
    expect(late.current().options.account).toBe('first')
    expect(late.current().options.apiKey).toBeUndefined()
  })
})
