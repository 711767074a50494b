import { sandboxErrorOf, testRefusedAddresses, testRefusedCredentials } from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import { requireConnection, resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'
import { optionFault } from './support/option-fault.js'

const resolve = (options: DaytonaSandboxOptions, environment = {}) => resolveDaytonaOptions(options, environment)

describe('[D01] credentials', () => {
  it('come from the options, else from the environment', () => {
    const environment = { DAYTONA_API_KEY: 'env-key', DAYTONA_API_URL: 'http://env:1/api', DAYTONA_TARGET: 'eu' }
    const fromEnvironment = { apiKey: 'env-key', apiUrl: 'http://env:1/api', target: 'eu' }
    expect(resolve({}, environment).connection).toEqual(fromEnvironment)
    expect(resolve({ apiKey: '', apiUrl: '', target: '' }, environment).connection).toEqual(fromEnvironment)
    const given = { apiKey: 'mine', apiUrl: 'http://own:1/api', target: 'us' }
    expect(resolve(given, environment).connection).toEqual(given)
    expect(resolve({ apiKey: 'mine' }).connection).toEqual({ apiKey: 'mine', apiUrl: 'https://app.daytona.io/api' })
  })

  it('may be a token with its organization', () => {
    const environment = { DAYTONA_JWT_TOKEN: 'env-token', DAYTONA_ORGANIZATION_ID: 'org' }
    const token = { jwtToken: 'env-token', organizationId: 'org' }
    expect(resolve({}, environment)).toMatchObject({ connection: token, missing: undefined })
    expect(resolve({ jwtToken: 'mine' }, environment).connection).toMatchObject({
      jwtToken: 'mine',
      organizationId: 'org',
    })
  })

  it('are never mixed: one that was given goes without the other one of the environment', () => {
    const environment = { DAYTONA_API_KEY: 'other', DAYTONA_JWT_TOKEN: 'other', DAYTONA_ORGANIZATION_ID: 'other' }
    const given = { jwtToken: 'mine', organizationId: 'org' }
    expect(JSON.stringify(resolve(given, environment).connection)).not.toContain('other')
    expect(JSON.stringify(resolve({ apiKey: 'mine' }, environment).connection)).not.toContain('other')
    const { connection } = resolve({}, environment)
    expect([connection.apiKey, connection.jwtToken, connection.organizationId]).toEqual(['other', undefined, undefined])
  })

  it.each([
    [{}, {}],
    [{ jwtToken: 'token-alone' }, {}],
    [{}, { DAYTONA_JWT_TOKEN: 'token-alone' }],
    [{ organizationId: 'org' }, {}],
    [{}, { DAYTONA_API_KEY: '' }],
  ])('are an error of the first call when they are incomplete, with all names: %j %j', (options, environment) => {
    const resolved = resolve(options, environment)
    const error = sandboxErrorOf(() => requireConnection(resolved))
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never', provider: 'daytona' })
    for (const name of ['apiKey', 'DAYTONA_API_KEY', 'jwtToken with organizationId', 'DAYTONA_JWT_TOKEN']) {
      expect(String(error)).toContain(name)
    }
    expect(String(error)).not.toContain('token-alone')
  })

  it('may come into the environment after the sandbox was made', () => {
    const environment: Record<string, string> = {}
    const resolved = resolve({}, environment)
    Object.assign(environment, {
      DAYTONA_API_KEY: 'late-key',
      DAYTONA_API_URL: 'http://late/api',
      DAYTONA_TARGET: 'eu',
    })
    expect(requireConnection(resolved)).toEqual({ apiKey: 'late-key', apiUrl: 'http://late/api', target: 'eu' })
    environment['DAYTONA_API_KEY'] = 'later-key'
    expect(requireConnection(resolved)).toMatchObject({ apiKey: 'late-key' })
  })

  it('lose the line break at their end', () => {
    expect(resolve({}, { DAYTONA_API_KEY: 'key\n' }).connection.apiKey).toBe('key')
    expect(resolve({ jwtToken: ' t ', organizationId: 'o' }).connection.jwtToken).toBe('t')
  })

  testRefusedCredentials(optionFault, [
    [{ apiKey: 'two words' }, {}, 'DaytonaSandbox option apiKey (environment variable DAYTONA_API_KEY)'],
    [{}, { DAYTONA_API_KEY: 'a\nb' }, 'environment variable DAYTONA_API_KEY (DaytonaSandbox option apiKey)'],
    [{ jwtToken: 'ünïcode' }, {}, 'DaytonaSandbox option jwtToken (environment variable DAYTONA_JWT_TOKEN)'],
    [{ apiKey: 42 }, {}, 'DaytonaSandbox option apiKey'],
  ])
})

describe('[D01] the address', () => {
  it('loses a slash at its end, since the SDK puts paths behind it', () => {
    expect(resolve({ apiUrl: 'http://a/api//' }).connection.apiUrl).toBe('http://a/api')
  })

  it('may come from the older variable of the SDK', () => {
    const environment = { DAYTONA_SERVER_URL: 'http://old/api' }
    expect(resolve({}, environment).connection.apiUrl).toBe('http://old/api')
    expect(resolve({}, { ...environment, DAYTONA_API_URL: 'http://new/api' }).connection.apiUrl).toBe('http://new/api')
  })

  testRefusedAddresses(optionFault, [
    [{ apiUrl: 'localhost:3000' }, {}, 'option apiUrl (environment variable DAYTONA_API_URL or DAYTONA_SERVER_URL)'],
    [{ apiUrl: 'ftp://host' }, {}, 'option apiUrl'],
    [
      {},
      { DAYTONA_API_URL: 'daytona.internal' },
      'environment variable DAYTONA_API_URL (DaytonaSandbox option apiUrl)',
    ],
    [{ target: 'two words' }, {}, 'option target (environment variable DAYTONA_TARGET): expected the name of a region'],
    [{ organizationId: 'two words' }, {}, 'option organizationId'],
  ])
})
