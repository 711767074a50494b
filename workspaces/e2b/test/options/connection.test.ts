import { sandboxErrorOf, testRefusedAddresses, testRefusedCredentials } from '@caisson/testing/providers'
import { startE2BEmulator, type E2BEmulator } from '@caisson/emulators'
import { ConnectionConfig, Sandbox } from 'e2b'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { requireConnection, resolveE2BOptions, type E2BSandboxOptions } from '../../src/options/index.js'
import { optionFault } from './support/option-fault.js'

const token = 'sk_token_1'

let emulator: E2BEmulator
beforeAll(async () => {
  emulator = await startE2BEmulator({ apiKeys: [token] })
})
afterAll(() => emulator.close())
afterEach(() => vi.unstubAllEnvs())

const resolve = (options: E2BSandboxOptions, environment = {}) => resolveE2BOptions(options, environment)

describe('credentials', () => {
  it('[E01] come from the options, else from the environment', () => {
    const environment = { E2B_API_KEY: 'env-key', E2B_ACCESS_TOKEN: 'env-token' }
    expect(resolve({}, environment).connection).toMatchObject({
      apiKey: 'env-key',
      apiHeaders: { Authorization: 'Bearer env-token' },
    })
    expect(resolve({ apiKey: 'mine' }, environment).connection).toMatchObject({ apiKey: 'mine' })
    expect(resolve({ apiKey: '' }, environment).connection).toMatchObject({ apiKey: 'env-key' })
  })

  it('are never mixed: a token that was given goes without the key of the environment', () => {
    const { connection } = resolve({ accessToken: 'mine' }, { E2B_API_KEY: 'of-another-account' })
    expect(JSON.stringify(connection)).not.toContain('of-another-account')
    expect(resolve({ apiKey: 'mine' }, { E2B_ACCESS_TOKEN: 'other' }).connection).not.toHaveProperty('apiHeaders')
  })

  it('are an error of the first call when there are none, with all names', () => {
    const resolved = resolve({}, { E2B_API_KEY: '' })
    const error = sandboxErrorOf(() => requireConnection(resolved))
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never', provider: 'e2b' })
    for (const name of ['apiKey', 'accessToken', 'E2B_API_KEY', 'E2B_ACCESS_TOKEN']) {
      expect(String(error)).toContain(name)
    }
  })

  it('may come into the environment after the sandbox was made, with the addresses beside them', () => {
    const environment: Record<string, string> = {}
    const options: E2BSandboxOptions = {}
    const resolved = resolve(options, environment)
    options.apiKey = 'changed by the caller, which counts no more'
    Object.assign(environment, { E2B_API_KEY: 'late-key', E2B_DOMAIN: 'late.example' })
    expect(requireConnection(resolved)).toMatchObject({ apiKey: 'late-key', apiUrl: 'https://api.late.example' })
    environment['E2B_API_KEY'] = 'later-key'
    expect(requireConnection(resolved)).toMatchObject({ apiKey: 'late-key' })
  })

  testRefusedCredentials(optionFault, [
    [{ apiKey: 'two words' }, {}, 'E2BSandbox option apiKey (environment variable E2B_API_KEY)'],
    [{}, { E2B_API_KEY: 'two\nlines' }, 'environment variable E2B_API_KEY (E2BSandbox option apiKey)'],
    [{ accessToken: 'ünïcode' }, {}, 'E2BSandbox option accessToken (environment variable E2B_ACCESS_TOKEN)'],
    [{ apiKey: 42 }, {}, 'E2BSandbox option apiKey'],
  ])

  it('lose the line break at their end', () => {
    expect(resolve({}, { E2B_API_KEY: 'key\n' }).connection.apiKey).toBe('key')
  })

  it('[E01] a token alone is sent as a bearer token, without a key', async () => {
    const { connection } = resolve({ accessToken: token, apiUrl: emulator.url })
    // The emulator looks at the key first, so the placeholder would be refused if it were sent.
    await expect(Sandbox.list(connection).nextItems()).resolves.toEqual([])
    const wrong = resolve({ accessToken: 'sk_wrong', apiUrl: emulator.url })
    await expect(Sandbox.list(wrong.connection).nextItems()).rejects.toMatchObject({ name: 'AuthenticationError' })
  })
})

describe('addresses', () => {
  it('[E06] come from the options, else from the environment, else from the domain', () => {
    const environment = { E2B_DOMAIN: 'env.example', E2B_API_URL: 'http://env:1', E2B_SANDBOX_URL: 'http://env:2' }
    const fromEnvironment = { domain: 'env.example', apiUrl: 'http://env:1', sandboxUrl: 'http://env:2' }
    const given = { domain: 'own.example', apiUrl: 'http://own:1', sandboxUrl: 'http://own:2' }
    expect(resolve({}, environment).connection).toMatchObject(fromEnvironment)
    expect(resolve(given, environment).connection).toMatchObject(given)
    expect(resolve({ domain: 'own.example:8443' }).connection.apiUrl).toBe('https://api.own.example:8443')
    expect(resolve({}).connection).toMatchObject({ domain: 'e2b.app', apiUrl: 'https://api.e2b.app' })
  })

  it('lose a slash at their end', () => {
    expect(resolve({ apiUrl: 'http://a/base//', sandboxUrl: 'http://b/' }).connection).toMatchObject({
      apiUrl: 'http://a/base',
      sandboxUrl: 'http://b',
    })
  })

  testRefusedAddresses(optionFault, [
    [{ apiUrl: 'localhost:3000' }, {}, 'option apiUrl (environment variable E2B_API_URL): expected a URL'],
    [{ apiUrl: 'ftp://host' }, {}, 'option apiUrl'],
    [{ apiUrl: 'https://' }, {}, 'option apiUrl'],
    [{ sandboxUrl: 'host' }, {}, 'option sandboxUrl (environment variable E2B_SANDBOX_URL)'],
    [{}, { E2B_API_URL: 'e2b.internal' }, 'environment variable E2B_API_URL (E2BSandbox option apiUrl)'],
    [{ domain: 'https://e2b.internal' }, {}, 'option domain (environment variable E2B_DOMAIN): expected a domain'],
    [{ domain: 'e2b.internal/' }, {}, 'option domain'],
    [{}, { E2B_DOMAIN: 'http://e2b' }, 'environment variable E2B_DOMAIN (E2BSandbox option domain)'],
  ])
})

it('leaves the SDK nothing to read from the environment', () => {
  const { connection } = resolve({ apiKey: 'key', domain: 'own.example', sandboxUrl: 'http://own:2' })
  for (const name of ['E2B_API_KEY', 'E2B_DOMAIN', 'E2B_API_URL', 'E2B_SANDBOX_URL']) vi.stubEnv(name, 'http://late')
  vi.stubEnv('E2B_DEBUG', 'true')
  expect(new ConnectionConfig(connection)).toMatchObject({
    apiKey: 'key',
    domain: 'own.example',
    apiUrl: 'https://api.own.example',
    sandboxUrl: 'http://own:2',
    debug: false,
    retries: 0,
  })
})
