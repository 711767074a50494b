import {
  everySandboxOption,
  sandboxErrorOf,
  testRefusedAddresses,
  testRefusedCredentials,
} from '@caisson/testing/providers'
import { describe, expect, it } from 'vitest'
import {
  clonePlatformOptions,
  describePlatformOptions,
  resolvePlatformOptions,
  type PlatformSandboxOptions,
} from '../../src/options/index.js'
import { InProcessSandboxAddressRegistry, PlatformSandbox, Template } from '../../src/index.js'

const resolve = (options: PlatformSandboxOptions, environment: Record<string, string> = {}) =>
  resolvePlatformOptions(options, environment)

const optionFault = (options: unknown, environment: Readonly<Record<string, string>> = {}) =>
  sandboxErrorOf(() => resolve(options as PlatformSandboxOptions, environment))

const complete = { MASTRA_PLATFORM_ACCESS_TOKEN: 'env-token', MASTRA_PROJECT_ID: 'env-project' }

describe('[P01] credentials', () => {
  it('come from the options, else from the environment', () => {
    const environment = {
      ...complete,
      MASTRA_ENVIRONMENT_ID: 'env-environment',
      MASTRA_WORKSPACE_PROXY_URL: 'http://env:1/',
      SANDBOX_PROVIDER: 'e2b',
    }
    const resolved = resolve({}, environment)
    expect(resolved.connection()).toMatchObject({
      accessToken: 'env-token',
      projectId: 'env-project',
      baseUrl: 'http://env:1',
      backend: 'e2b',
      prefix: 'backend',
    })
    expect(resolved.environmentId()).toBe('env-environment')
    const given = {
      accessToken: 'mine',
      projectId: 'own',
      baseUrl: 'http://own:1',
      sandboxProvider: 'railway',
    } as const
    expect(resolve({ ...given, environmentId: 'e' }, environment).connection()).toMatchObject({
      accessToken: 'mine',
      projectId: 'own',
      baseUrl: 'http://own:1',
      backend: 'railway',
    })
  })

  it('have the newer name of the variable as the second choice', () => {
    const newer = { MASTRA_PLATFORM_SECRET_KEY: 'newer', MASTRA_PROJECT_ID: 'p' }
    expect(resolve({}, newer).connection().accessToken).toBe('newer')
    expect(resolve({}, { ...newer, ...complete }).connection().accessToken).toBe('env-token')
  })

  it('have defaults where they can', () => {
    expect(resolve({}, complete).connection()).toMatchObject({
      baseUrl: 'https://workspaces.mastra.ai',
      backend: 'railway',
      prefix: 'backend',
    })
  })

  it.each([
    [{}, {}, ['accessToken', 'MASTRA_PLATFORM_ACCESS_TOKEN', 'projectId', 'MASTRA_PROJECT_ID'], 'hidden'],
    [
      { projectId: 'p' },
      {},
      ['accessToken', 'MASTRA_PLATFORM_ACCESS_TOKEN or MASTRA_PLATFORM_SECRET_KEY'],
      'MASTRA_PROJECT_ID',
    ],
    [{ accessToken: 'hidden-token' }, {}, ['projectId', 'MASTRA_PROJECT_ID'], 'hidden'],
    [{}, { MASTRA_PLATFORM_ACCESS_TOKEN: '' }, ['accessToken', 'projectId'], 'hidden'],
  ])(
    'are an error of the first call when they are missing, naming each: %j %j',
    (options, environment, names, unnamed) => {
      const error = sandboxErrorOf(() => resolve(options, environment).connection())
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', retry: 'never', provider: 'platform' })
      for (const name of names) expect(error.message).toContain(name)
      expect(error.message).not.toContain(unnamed)
    },
  )

  it('may come into the environment after the sandbox was made', () => {
    const environment: Record<string, string> = {}
    const resolved = resolve({}, environment)
    Object.assign(environment, complete, { MASTRA_ENVIRONMENT_ID: 'late' })
    expect(resolved.connection()).toMatchObject({ accessToken: 'env-token', projectId: 'env-project' })
    expect(resolved.environmentId()).toBe('late')
  })

  it('of an environment are needed by a creation only', async () => {
    const error = sandboxErrorOf(() => resolve({}, complete).environmentId())
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(error.message).toContain('environmentId (environment variable MASTRA_ENVIRONMENT_ID)')
    expect(resolve({ sandboxId: 'sbx_1' }, complete).connection().projectId).toBe('env-project')
  })

  testRefusedCredentials(optionFault, [
    [{ accessToken: 'two words' }, {}, 'PlatformSandbox option accessToken'],
    [{}, { MASTRA_PLATFORM_ACCESS_TOKEN: 'a\nb' }, 'environment variable MASTRA_PLATFORM_ACCESS_TOKEN'],
    [{ accessToken: 42 }, {}, 'PlatformSandbox option accessToken'],
  ])
})

describe('options that are wrong', () => {
  it.each([
    [{ projectId: 'two words' }, 'projectId'],
    [{ projectId: '..' }, 'projectId'],
    [{ environmentId: ' ' }, 'environmentId'],
    [{ sandboxId: '' }, 'sandboxId'],
    [{ urlPrefix: 'v3' }, 'urlPrefix'],
    [{ sandboxProvider: 'aws' }, 'sandboxProvider'],
    [{ actingUserId: 'a\nb' }, 'actingUserId'],
    [{ sessionId: 'ü' }, 'sessionId'],
    [{ threadId: '' }, 'threadId'],
    [{ fetch: 'f' }, 'fetch'],
    [{ seedCheckpointName: '' }, 'seedCheckpointName'],
    [{ template: 5 }, 'template'],
    [{ template: {} }, 'template'],
    [{ idleTimeoutMinutes: 0 }, 'idleTimeoutMinutes'],
    [{ idleTimeoutMinutes: '30' }, 'idleTimeoutMinutes'],
    [{ networkIsolation: 'private' }, 'networkIsolation'],
    [{ timeout: -1 }, 'timeout'],
    [{ timeout: Number.NaN }, 'timeout'],
    [{ stopBehavior: 'pause' }, 'stopBehavior'],
    [{ webSocketFactory: {} }, 'webSocketFactory'],
    [{ e2bExecRunner: {} }, 'e2bExecRunner'],
    [{ addressRegistry: { get: () => undefined } }, 'addressRegistry'],
    [{ privateNetFetch: {} }, 'privateNetFetch'],
    [{ networkisolation: 'PRIVATE' }, 'a known name, perhaps "networkIsolation"'],
  ])('are refused by the constructor, by name: %j', (options, named) => {
    const error = sandboxErrorOf(() => new PlatformSandbox(options as PlatformSandboxOptions))
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(named)
  })

  testRefusedAddresses(
    (options, environment) => {
      const { apiUrl, ...rest } = options as { apiUrl?: string }
      return optionFault({ ...rest, ...(apiUrl === undefined ? {} : { baseUrl: apiUrl }) }, environment)
    },
    [
      [{ apiUrl: 'localhost:3000' }, {}, 'option baseUrl (environment variable MASTRA_WORKSPACE_PROXY_URL)'],
      [{}, { MASTRA_WORKSPACE_PROXY_URL: 'ftp://host' }, 'environment variable MASTRA_WORKSPACE_PROXY_URL'],
      [{}, { SANDBOX_PROVIDER: 'aws' }, 'environment variable SANDBOX_PROVIDER'],
    ],
  )
})

/** Every option, so that a new one cannot be forgotten. */
const parent: Required<PlatformSandboxOptions> = {
  ...everySandboxOption,
  accessToken: 'token-of-the-parent',
  projectId: 'p',
  environmentId: 'e',
  baseUrl: 'http://platform.example',
  urlPrefix: 'v1',
  sandboxProvider: 'railway',
  actingUserId: 'u',
  sessionId: 's',
  threadId: 't',
  fetch,
  sandboxId: 'machine-of-the-parent',
  seedCheckpointName: 'seed',
  template: Template().runCmd('true'),
  idleTimeoutMinutes: 30,
  networkIsolation: 'PRIVATE',
  timeout: 1000,
  stopBehavior: 'detach',
  webSocketFactory: () => {
    throw new TypeError('not used')
  },
  e2bExecRunner: async () => ({ exitCode: 0 }),
  addressRegistry: new InProcessSandboxAddressRegistry(),
  privateNetFetch: fetch,
}

describe('[P04] a clone', () => {
  it('inherits everything but the identity', () => {
    const { id, sandboxId, ...rest } = clonePlatformOptions(parent)
    const { id: _, sandboxId: __, ...inherited } = parent
    expect([id, sandboxId]).toEqual([undefined, undefined])
    expect(rest).toEqual(inherited)
  })

  it('takes what is given instead', () => {
    const overrides = { id: 'child', sandboxId: 'm-2', env: { B: '2' }, idleTimeoutMinutes: 5, actingUserId: 'other' }
    expect(clonePlatformOptions(parent, overrides)).toMatchObject(overrides)
    expect(clonePlatformOptions(parent, { seedCheckpointName: 'x' }).seedCheckpointName).toBe('x')
  })

  it('has the name of a checkpoint as its id', () => {
    expect(clonePlatformOptions(parent, { checkpointName: 'c' })).toMatchObject({ id: 'c', seedCheckpointName: 'seed' })
    const onE2B = { ...parent, sandboxProvider: 'e2b' } as const
    expect(clonePlatformOptions(onE2B, { checkpointName: 'c' })).toMatchObject({ id: 'c', seedCheckpointName: 'c' })
    expect(clonePlatformOptions(parent, { id: 'i', checkpointName: 'c' }).id).toBe('i')
  })

  it('refuses idle minutes that are none', () => {
    expect(() => clonePlatformOptions(parent, { idleTimeoutMinutes: 0 })).toThrow(/idleTimeoutMinutes: expected/)
  })
})

describe('what is shown of the options', () => {
  it('has no secret and nothing that cannot be stored, and can be read back', () => {
    const shown = describePlatformOptions(parent)
    expect(JSON.stringify(shown)).not.toContain('token-of-the-parent')
    expect(shown).toMatchObject({ networkIsolation: 'PRIVATE', idleTimeoutMinutes: 30, stopBehavior: 'detach' })
    for (const name of ['fetch', 'sandboxId', 'webSocketFactory', 'addressRegistry', 'env']) {
      expect(shown).not.toHaveProperty(name)
    }
  })
})
