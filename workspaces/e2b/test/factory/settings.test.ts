import { factorySandboxBrand } from '@caisson/core/driver'
import type { FactorySandbox, FactorySandboxContext } from '@caisson/core/editor'
import { describe, expect, it, vi } from 'vitest'
import {
  createDefaultMountableTemplate,
  E2BFactorySandbox,
  E2BSandbox,
  type E2BFactorySandboxOptions,
  type E2BFactorySandboxSettings,
} from '../../src/index.js'

const send = vi.fn<typeof fetch>(() => Promise.reject(new Error('nothing may be sent')))
vi.stubGlobal('fetch', send)

const context = { sessionId: 'session-1', getRepositoryAccess: undefined }

async function timeoutOf(
  settings: E2BFactorySandboxSettings | undefined,
  options: E2BFactorySandboxOptions,
): Promise<unknown> {
  return (await new E2BFactorySandbox(options).create(context, settings).getInfo()).metadata?.['timeout']
}

function faultOf(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}

describe('settings of sandboxes at E2B', () => {
  it('are offered with ranges and defaults', () => {
    const factory: FactorySandbox<E2BFactorySandboxSettings> = new E2BFactorySandbox()
    const integer = { type: 'integer', description: expect.any(String) }
    expect(factory.settings).toEqual({
      type: 'object',
      properties: {
        cpuCount: { ...integer, minimum: 1, maximum: 8, default: 2 },
        memoryMb: { ...integer, minimum: 512, maximum: 65_536, default: 1024 },
        idleTimeoutMinutes: { ...integer, minimum: 1, maximum: 1440, default: 5 },
      },
      additionalProperties: false,
    })
    expect([factory.provider, factory.templateFields]).toEqual(['e2b', ['cpuCount', 'memoryMb']])
    expect(Reflect.get(factory, factorySandboxBrand)).toBe(true)
    expect(Symbol.keyFor(factorySandboxBrand)).toBe('mastra.factory.sandbox')
  })

  it.each<[object, RegExp]>([
    [{ cpuCount: 9 }, /cpuCount: expected a whole number from 1 to 8, got 9/],
    [{ cpuCount: 0 }, /cpuCount/],
    [{ cpuCount: 1.5 }, /cpuCount/],
    [{ memoryMb: 511 }, /memoryMb: expected a whole number from 512 to 65536/],
    [{ memoryMb: '1024' }, /memoryMb/],
    [{ idleTimeoutMinutes: 1441 }, /idleTimeoutMinutes: expected a whole number from 1 to 1440/],
    [{ cpucount: 2 }, /cpuCount/],
  ])('%j is refused by name, also as a default of the host, and by all methods', async (settings, text) => {
    const factory = new E2BFactorySandbox({ apiKey: 'key' })
    const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringMatching(text) }
    expect(faultOf(() => factory.create(context, settings))).toMatchObject(refusal)
    expect(faultOf(() => factory.template(context, settings))).toMatchObject(refusal)
    expect(faultOf(() => new E2BFactorySandbox({ defaults: settings }))).toMatchObject(refusal)
    await expect(factory.builds.start(context, settings)).rejects.toMatchObject(refusal)
    await expect(factory.builds.get(context, settings, 'a:b')).rejects.toMatchObject(refusal)
    await expect(factory.builds.list(context, settings)).rejects.toMatchObject(refusal)
    expect(send).not.toHaveBeenCalled()
  })

  it('come before defaults of the host, those before the option, and that before 5 minutes', async () => {
    const [timeout, defaults] = [120_000, { idleTimeoutMinutes: 20 }]
    expect(await timeoutOf({ idleTimeoutMinutes: 60 }, { timeout, defaults })).toBe(3_600_000)
    expect(await timeoutOf({ idleTimeoutMinutes: undefined }, { timeout, defaults })).toBe(1_200_000)
    expect(await timeoutOf(undefined, { timeout })).toBe(120_000)
    expect(await timeoutOf({}, {})).toBe(300_000)
  })

  it('are offered with the defaults of the host', () => {
    const defaultsOf = (options: E2BFactorySandboxOptions): unknown => {
      const { properties } = new E2BFactorySandbox(options).settings
      const entries = Object.entries(properties as Readonly<Record<string, { readonly default?: unknown }>>)
      return Object.fromEntries(entries.map(([name, property]) => [name, property.default]))
    }
    const defaultTemplate = { cpuCount: 3, memoryMB: 2048 }
    const host = { defaults: { cpuCount: 4 }, defaultTemplate, timeout: 120_000 }
    expect(defaultsOf(host)).toEqual({ cpuCount: 4, memoryMb: 2048, idleTimeoutMinutes: 2 })
    // Nobody could choose half a minute.
    expect(defaultsOf({ timeout: 30_000 })).toEqual({ cpuCount: 2, memoryMb: 1024, idleTimeoutMinutes: undefined })
  })

  it('say how large the default template is', async () => {
    const factory = new E2BFactorySandbox({
      defaults: { cpuCount: 4 },
      defaultTemplate: { tools: ['s3fs', 'gcsfuse'] },
    })
    const sandbox = factory.create(context, { memoryMb: 512 })
    expect(factory.template(context)).toBeUndefined()
    const choices = { tools: ['s3fs', 'gcsfuse'], cpuCount: 4, memoryMB: 512 } as const
    expect((await sandbox.getInfo()).metadata?.['defaultTemplate']).toEqual(choices)
    expect(createDefaultMountableTemplate(choices).id).not.toBe(createDefaultMountableTemplate().id)
  })
})

describe('options of many sessions', () => {
  it.each<[object, string]>([
    [{ template: { buildEnv: { 'no name': 'x' } } }, 'buildEnv'],
    [{ template: { baseTemplate: ' ' } }, 'baseTemplate'],
    [{ template: { setupCommand: 'npm ci' } }, 'setupCommand'],
    [{ template: null }, 'template'],
    [{ defaultTemplate: { cpuCount: 9 } }, 'cpuCount'],
    [{ defaults: 'none' }, 'defaults'],
  ])('%j is refused at once', (options, name) => {
    const message = expect.stringContaining(name)
    expect(faultOf(() => new E2BFactorySandbox(options))).toMatchObject({ code: 'INVALID_ARGUMENT', message })
  })

  it.each(['id', 'sandboxId', 'colour'])('have no %s', (name) => {
    const message = expect.stringContaining(name)
    expect(faultOf(() => new E2BFactorySandbox({ [name]: 'red' }))).toMatchObject({ code: 'INVALID_ARGUMENT', message })
  })
})

describe('the context of a session', () => {
  const factory = new E2BFactorySandbox({ apiKey: 'key' })

  it('says which sandbox it is', () => {
    const sandbox = factory.create({ ...context, sandboxId: 'i-1' })
    expect(sandbox).toBeInstanceOf(E2BSandbox)
    expect(sandbox.id).toBe('session-1')
  })

  const access = { getRepositoryAccess: async () => ({ cloneUrl: 'https://github.com/owner/name' }) }

  it.each<[object, string, RegExp]>([
    [{ sessionId: '' }, 'INVALID_ARGUMENT', /option id/],
    [{ setupCommand: 'npm ci' }, 'INVALID_ARGUMENT', /context\.setupCommand: expected a repository beside it/],
    [{ workingDirectory: '/srv' }, 'INVALID_ARGUMENT', /context\.workingDirectory/],
    [{ repoFullName: 'owner' }, 'INVALID_ARGUMENT', /context\.repoFullName/],
    [{ repoFullName: 'owner/..' }, 'INVALID_ARGUMENT', /cloneUrl/],
    [{ getRepositoryAccess: 'https://github.com/owner/name' }, 'INVALID_ARGUMENT', /context\.getRepositoryAccess/],
    [{ ...access, workingDirectory: '../up' }, 'INVALID_ARGUMENT', /workingDirectory/],
    [{ ...access, setupCommand: [7] }, 'INVALID_ARGUMENT', /setupCommand/],
    [{ repos: [access] }, 'UNSUPPORTED_FEATURE', /context\.repos/],
    [{ ...access, continueOnSetupFailure: true }, 'UNSUPPORTED_FEATURE', /context\.continueOnSetupFailure/],
  ])('%j is refused by name', (members, code, text) => {
    const wrong = { ...context, ...members } as FactorySandboxContext
    expect(faultOf(() => factory.create(wrong))).toMatchObject({ code, message: expect.stringMatching(text) })
  })

  it('may have empty members where there is no repository', () => {
    const empty = { setupCommand: [' '], repoFullName: '', repos: [], continueOnSetupFailure: false }
    expect(factory.template({ ...context, ...empty })).toBeUndefined()
    expect(factory.template({ ...context, repoFullName: 'owner/name' })).toBeDefined()
  })
})
