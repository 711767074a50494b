import { factorySandboxBrand } from '@caisson/core/driver'
import type { FactorySandbox, FactorySandboxContext } from '@caisson/core/editor'
import { describe, expect, it, vi } from 'vitest'
import {
  PlatformFactorySandbox,
  PlatformSandbox,
  type PlatformFactorySandboxOptions,
  type PlatformFactorySandboxSettings,
  type TemplateOperation,
} from '../../src/index.js'

const send = vi.fn<typeof fetch>(() => Promise.reject(new Error('nothing may be sent')))
const context = { sessionId: 'session-1', getRepositoryAccess: undefined }
const access = { getRepositoryAccess: async () => ({ cloneUrl: 'https://github.com/owner/name' }) }

function faultOf(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}

async function minutesOf(
  settings: PlatformFactorySandboxSettings | undefined,
  options: PlatformFactorySandboxOptions,
): Promise<unknown> {
  const { metadata } = await new PlatformFactorySandbox(options).create(context, settings).getInfo()
  return metadata?.['idleTimeoutMinutes']
}

describe('settings of sandboxes at the platform', () => {
  it('are offered with ranges and defaults', () => {
    const factory: FactorySandbox<PlatformFactorySandboxSettings> = new PlatformFactorySandbox()
    const integer = { type: 'integer', description: expect.any(String) }
    expect(factory.settings).toEqual({
      type: 'object',
      properties: {
        cpuCount: { ...integer, minimum: 1, maximum: 64, default: 2 },
        memoryMb: { ...integer, minimum: 512, maximum: 65_536, default: 1024 },
        idleTimeoutMinutes: { ...integer, minimum: 1, maximum: 1440, default: 5 },
      },
      additionalProperties: false,
    })
    expect([factory.provider, factory.templateFields]).toEqual(['platform', ['cpuCount', 'memoryMb']])
    expect(Reflect.get(factory, factorySandboxBrand)).toBe(true)
    expect(factory.builds?.list).toBeUndefined()
  })

  it.each<[object, RegExp]>([
    [{ cpuCount: 65 }, /PlatformFactorySandbox.* cpuCount: expected a whole number from 1 to 64, got 65/],
    [{ memoryMb: 100 }, /memoryMb: expected a whole number from 512 to 65536/],
    [{ idleTimeoutMinutes: 0 }, /idleTimeoutMinutes: expected a whole number from 1 to 1440/],
    [{ colour: 'red' }, /colour/],
  ])('%j is refused by name, also as a default of the host, and by all methods', async (settings, text) => {
    const factory = new PlatformFactorySandbox({ accessToken: 'token', fetch: send })
    const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringMatching(text) }
    expect(faultOf(() => factory.create(context, settings))).toMatchObject(refusal)
    expect(faultOf(() => factory.template(context, settings))).toMatchObject(refusal)
    expect(faultOf(() => new PlatformFactorySandbox({ defaults: settings }))).toMatchObject(refusal)
    await expect(factory.builds.start(context, settings)).rejects.toMatchObject(refusal)
    await expect(factory.builds.get(context, settings, 'tpl_1')).rejects.toMatchObject(refusal)
    expect(send).not.toHaveBeenCalled()
  })

  it('come before defaults of the host, those before the option, and that before 5 minutes', async () => {
    const options = { idleTimeoutMinutes: 10, defaults: { idleTimeoutMinutes: 20 } }
    expect(await minutesOf({ idleTimeoutMinutes: 60 }, options)).toBe(60)
    expect(await minutesOf({ idleTimeoutMinutes: undefined }, options)).toBe(20)
    expect(await minutesOf(undefined, { idleTimeoutMinutes: 10 })).toBe(10)
    expect(await minutesOf({}, {})).toBe(5)
  })

  it('say how large machines are', async () => {
    const factory = new PlatformFactorySandbox({ defaults: { cpuCount: 4 } })
    const template = await factory.template(context, { memoryMb: 512 })?.()
    const size: readonly TemplateOperation[] = [
      { method: 'cpuCount', args: [4] },
      { method: 'memoryMB', args: [512] },
    ]
    expect(template?.toJSON()).toEqual({ schemaVersion: 1, operations: size })
  })
})

it.each(['id', 'sandboxId', 'sessionId', 'colour'])('options of many sessions have no %s', (name) => {
  const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining(name) }
  expect(faultOf(() => new PlatformFactorySandbox({ [name]: 'red' }))).toMatchObject(refusal)
})

it('options are refused at once, and their defaults are offered', () => {
  const options = { template: { buildEnv: { 'no name': 'x' } } }
  expect(faultOf(() => new PlatformFactorySandbox(options))).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('buildEnv'),
  })
  const { properties } = new PlatformFactorySandbox({ defaults: { cpuCount: 16 }, idleTimeoutMinutes: 10 }).settings
  expect(properties).toMatchObject({
    cpuCount: { default: 16 },
    memoryMb: { default: 1024 },
    idleTimeoutMinutes: { default: 10 },
  })
})

describe('the context of a session', () => {
  const factory = new PlatformFactorySandbox()

  it('says which sandbox it is', () => {
    const sandbox = factory.create({ ...context, sandboxId: 'sbx_1' })
    expect(sandbox).toBeInstanceOf(PlatformSandbox)
    expect(sandbox.id).toBe('session-1')
  })

  it.each<[object, string, RegExp]>([
    [{ sessionId: '' }, 'INVALID_ARGUMENT', /option (id|sessionId)/],
    [{ setupCommand: 'npm ci' }, 'INVALID_ARGUMENT', /context\.setupCommand/],
    [{ repoFullName: 'owner' }, 'INVALID_ARGUMENT', /context\.repoFullName/],
    [{ ...access, workingDirectory: '../up' }, 'INVALID_ARGUMENT', /workingDirectory/],
    [{ repos: [access] }, 'UNSUPPORTED_FEATURE', /context\.repos/],
  ])('%j is refused by name', (members, code, text) => {
    const wrong = { ...context, ...members } as FactorySandboxContext
    expect(faultOf(() => factory.create(wrong))).toMatchObject({ code, message: expect.stringMatching(text) })
  })
})
