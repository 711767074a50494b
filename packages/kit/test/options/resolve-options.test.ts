import { SandboxError } from '@caisson/core/workspace'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveOptions, type EnvironmentSource } from '../../src/options.js'
import { machineSchema, type MachineOptions } from './support/machine-options.js'

afterEach(() => vi.unstubAllEnvs())

function resolve(given: unknown, environment: EnvironmentSource = {}) {
  const request = { owner: 'MachineSandbox', environment, oneOf: ['apiKey', 'token'] as const }
  return resolveOptions(machineSchema, given as MachineOptions, request)
}

function fault(given: unknown, environment?: EnvironmentSource): SandboxError {
  try {
    resolve(given, environment)
  } catch (error) {
    if (SandboxError.isInstance(error)) return error
    throw error
  }
  throw new Error('Expected the options to be refused')
}

describe('names', () => {
  it('refuses an unknown one and names the nearest', () => {
    const error = fault({ reigon: 'eu' })
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toBe('Invalid MachineSandbox option: expected a known name, perhaps "region", got "reigon"')
    expect(fault({ APIKEY: 'x' }).message).toContain('perhaps "apiKey"')
  })

  it('lists all when none is near', () => {
    expect(fault({ colour: 1 }).message).toContain('one of region, size, image')
  })

  it.each([
    ['a prototype', '__proto__'],
    ['a constructor', 'constructor'],
    ['a very long name', 'x'.repeat(5000)],
  ])('copes with %s', (_, name) => {
    const given: unknown = JSON.parse(`{ ${JSON.stringify(name)}: 1 }`)
    expect(fault(given).code).toBe('INVALID_ARGUMENT')
  })

  it.each([[null], [[]], ['options'], [7]])('refuses %j instead of options', (given) => {
    expect(fault(given).message).toContain('Invalid MachineSandbox options: expected an object')
  })

  it('takes undefined for absent, also under an unknown name', () => {
    const { options } = resolve({ region: undefined, size: undefined, colour: undefined, env: undefined })
    expect(options).toMatchObject({ region: 'eu', startTimeoutMs: 300_000 })
    expect(options).not.toHaveProperty('size')
    expect(options).not.toHaveProperty('colour')
  })
})

describe('values', () => {
  it.each([NaN, Infinity, -1, 0, '5', null])('refuses the size %s', (size) => {
    expect(fault({ size }).message).toMatch(/^Invalid MachineSandbox option size: expected a number above 0, got /)
  })

  it.each([NaN, -1, '5'])('refuses a time of %s', (startTimeoutMs) => {
    expect(fault({ startTimeoutMs }).message).toContain('number of milliseconds')
  })

  it('points at the member', () => {
    expect(fault({ proxy: { address: '' } }).message).toContain('option proxy.address')
    expect(fault({ proxy: { address: 'a', pasword: 'p' } }).message).toContain('only members that are known')
  })

  it('keeps functions and objects as they are', () => {
    const onStart = (): void => undefined
    const proxy = { address: 'a' }
    const { options } = resolve({ onStart, proxy })
    expect(options.onStart).toBe(onStart)
    expect(options.proxy).toBe(proxy)
  })
})

describe('environment', () => {
  it('asks the variables in order, the option first', () => {
    const environment = { MACHINE_KEY: '', OLD_MACHINE_KEY: 'old', MACHINE_URL: 'https://env.example' }
    expect(resolve({}, environment).options).toMatchObject({ apiKey: 'old', endpoint: 'https://env.example' })
    expect(resolve({ apiKey: 'mine', endpoint: '' }, environment).options).toMatchObject({
      apiKey: 'mine',
      endpoint: 'https://env.example',
    })
  })

  it('reads the process when called, not when loaded', () => {
    vi.stubEnv('MACHINE_KEY', 'late')
    expect(resolveOptions(machineSchema, {}, { owner: 'MachineSandbox' }).options.apiKey).toBe('late')
  })

  it('names the variable of an option, and the option of a variable', () => {
    expect(fault({ endpoint: 'nowhere' }).message).toBe(
      'Invalid MachineSandbox option endpoint (environment variable MACHINE_URL): expected a URL, got "nowhere"',
    )
    expect(fault({}, { MACHINE_URL: 'nowhere' }).message).toBe(
      'Invalid environment variable MACHINE_URL (MachineSandbox option endpoint): expected a URL, got "nowhere"',
    )
  })
})

describe('one of several', () => {
  it('says what is missing, with options and variables, without throwing', () => {
    const { missing } = resolve({ apiKey: '' })
    for (const name of ['apiKey', 'token', 'MACHINE_KEY', 'OLD_MACHINE_KEY', 'MACHINE_TOKEN']) {
      expect(missing).toContain(name)
    }
    expect(resolve({}, { MACHINE_TOKEN: 't' }).missing).toBeUndefined()
    expect(resolve({ apiKey: 'k' }).missing).toBeUndefined()
  })

  it('does not mix a given one with one of the environment', () => {
    const { options } = resolve({ token: 'mine' }, { MACHINE_KEY: 'of-all' })
    expect(options).toMatchObject({ token: 'mine' })
    expect(options).not.toHaveProperty('apiKey')
  })
})

describe('secrets', () => {
  const secret = 'hunter2-hunter2'
  const leaks: readonly [string, unknown, EnvironmentSource?][] = [
    ['a key', { apiKey: secret }],
    ['a key of the wrong type', { apiKey: [secret] }],
    ['a key of the environment', {}, { MACHINE_KEY: secret }],
    ['an environment that is no object', { env: secret }],
    ['the password of a proxy', { proxy: { address: 'a', password: '', username: secret } }],
    ['a proxy that is no object', { proxy: secret }],
    ['a password in a URL', { endpoint: `x//me:${secret}@host` }],
    ['a query of a URL', { endpoint: `host?token=${secret}` }],
  ]

  it.each(leaks)('never shows %s', (_, given, environment) => {
    const error = fault(given, environment)
    const shown = [error.message, error.stack, JSON.stringify(error), JSON.stringify(error.details)].join(' ')
    expect(shown).not.toContain(secret)
    expect(error.cause).toBeUndefined()
  })
})
