import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import type { E2BSandboxOptions } from '../../src/options/index.js'
import { resolveE2BOptions } from '../../src/options/index.js'
import { optionFault } from './support/option-fault.js'

const resolve = (options: E2BSandboxOptions = {}, environment = {}) => resolveE2BOptions(options, environment)

describe('defaults', () => {
  it('[E02] [E11] are those that are documented', () => {
    expect(resolve()).toMatchObject({
      isIdGiven: false,
      sandboxId: undefined,
      template: undefined,
      buildTimeoutMs: 240_000,
      timeoutMs: 300_000,
      metadata: {},
      network: undefined,
      lifecycle: { onTimeout: 'pause' },
    })
  })

  it('[E05] makes an id, and keeps a given one', () => {
    expect(resolve().id).toMatch(/^e2b-sandbox-[0-9a-z]+-[0-9a-z]{6}$/)
    expect(resolve().id).not.toBe(resolve().id)
    expect(resolve({ id: 'dev' })).toMatchObject({ id: 'dev', isIdGiven: true })
  })

  it('takes undefined for absent everywhere', () => {
    const names = [
      'template',
      'timeout',
      'metadata',
      'network',
      'lifecycle',
      'domain',
      'apiKey',
      'env',
      'onStart',
    ] as const
    const options = Object.fromEntries(names.map((name) => [name, undefined]))
    expect(resolve({ id: 'a', ...options })).toEqual(resolve({ id: 'a' }))
  })
})

describe('template', () => {
  it('[T03] [T04] [T05] takes a name, a definition and a function, as they are', () => {
    const definition = Template().fromBaseImage().aptInstall(['curl'])
    const change = (base: typeof definition): typeof definition => base.aptInstall(['jq'])
    for (const template of ['my-template', definition, change]) {
      expect(resolve({ template }).template).toBe(template)
    }
  })

  it.each([['', 7, null, [], 'two words', 'nul\0']].flat().map((template) => [template]))('refuses %j', (template) => {
    expect(optionFault({ template }).message).toContain('E2BSandbox option template: expected the id of a template')
  })
})

describe('templates', () => {
  it.each(['a', 'A_b-1', 'team/name', 'team/name:v1.0', 'name:sha-12'])('takes the name %j', (template) => {
    expect(resolve({ template }).template).toBe(template)
  })

  it.each([
    [{ template: { ref: 'mine' } }],
    [{ template: { ref: 'MINE', template: Template().fromBaseImage() } }],
    [{ template: { resolveSpec: 'later' } }],
    [{ template: {} }],
    [{ template: 'a/b/c' }],
    [{ template: '../x' }],
    [{ buildTimeoutMs: 0 }],
    [{ buildTimeoutMs: '1' }],
    [{ onBuildLog: 'console' }],
    [{ defaultTemplate: { cpuCount: 0 } }],
    [{ defaultTemplate: { memory: 1 } }],
    [{ defaultTemplate: { nodeVersion: 'latest' } }],
    [{ defaultTemplate: { tools: ['rclone'] } }],
    [{ defaultTemplate: { nodeSource: { sha256: { x64: 'short' } } } }],
  ])('refuses %j', (options) => {
    const [name = ''] = Object.keys(options)
    expect(optionFault(options as object).message).toContain(`E2BSandbox option ${name}`)
  })

  it('waits for builds for most of the start', () => {
    expect(resolve({ startTimeoutMs: 10_000 }).buildTimeoutMs).toBe(8000)
    expect(resolve({ startTimeoutMs: 10_000, buildTimeoutMs: 5 }).buildTimeoutMs).toBe(5)
  })
})

describe('timeout', () => {
  it.each([[0], [-1], [NaN], [Infinity], ['60000'], [null]])('refuses %s', (timeout) => {
    expect(optionFault({ timeout }).message).toContain(
      'option timeout: expected a finite number of milliseconds above 0',
    )
  })
})

describe('metadata', () => {
  it('[E07] becomes text', () => {
    const metadata = { name: 'a', count: 3, isOn: false, empty: '', absent: undefined }
    expect(resolve({ metadata }).metadata).toEqual({ name: 'a', count: '3', isOn: 'false', empty: '' })
  })

  it.each([[{}], [[]], [null], [() => 1], [1n], [new Date(0)], [Symbol('s')]])(
    'refuses %s and names the key',
    (value) => {
      const error = optionFault({ metadata: { fine: 'a', 'my key': value } })
      expect(error.code).toBe('INVALID_ARGUMENT')
      expect(error.message).toContain('option metadata.my key: expected a string, a number or a boolean, got')
    },
  )

  it.each([['mastra-sandbox-id'], ['caisson-create-token']])('refuses the name %s', (key) => {
    expect(optionFault({ metadata: { [key]: 'mine' } }).message).toContain(`metadata.${key}: expected nothing under`)
  })

  it('does not trip over a prototype', () => {
    const metadata = JSON.parse('{ "__proto__": "a" }') as Record<string, unknown>
    expect(Object.entries(resolve({ metadata }).metadata)).toEqual([['__proto__', 'a']])
  })
})

describe('lifecycle', () => {
  it.each<E2BSandboxOptions['lifecycle'][]>([
    [{ onTimeout: 'kill' }],
    [{ onTimeout: 'pause', autoResume: true }],
    [{ onTimeout: 'kill', autoResume: false }],
    [{ onTimeout: { action: 'pause', keepMemory: false }, autoResume: false }],
    [{ onTimeout: { action: 'kill' } }],
  ])('[E11] takes %j', (lifecycle) => {
    expect(resolve({ lifecycle }).lifecycle).toEqual(lifecycle)
  })

  it.each([
    [{ onTimeout: 'stop' }, 'option lifecycle.onTimeout: expected "pause" or "kill" or an object, got "stop"'],
    [{}, 'option lifecycle.onTimeout: expected "pause" or "kill" or an object, got undefined'],
    [{ onTimeout: { action: 'stop' } }, 'option lifecycle.onTimeout.action: expected "pause" or "kill", got "stop"'],
    [
      { onTimeout: 'kill', autoResume: true },
      "option lifecycle.autoResume: expected true only when the action is 'pause'",
    ],
    [
      { onTimeout: { action: 'kill', keepMemory: true } },
      'option lifecycle.onTimeout.keepMemory: expected nothing unless',
    ],
    [
      { onTimeout: { action: 'pause', keepMemory: false }, autoResume: true },
      'option lifecycle.autoResume: expected true only when the memory is kept',
    ],
    [{ onTimeout: 'kill', onTimeuot: 1 }, 'option lifecycle: expected only members that are known, got "onTimeuot"'],
    ['kill', 'option lifecycle: expected an object whose member onTimeout is'],
  ])('refuses %j', (lifecycle, message) => {
    expect(optionFault({ lifecycle }).message).toContain(message)
  })
})

describe('network', () => {
  it('[E10] is handed on as it is', () => {
    const network: E2BSandboxOptions['network'] = {
      allowOut: ({ rules }) => [...rules.keys()],
      denyOut: ['0.0.0.0/0'],
      rules: new Map([['example.com', []]]),
      egressProxy: { address: 'proxy.example.com:1080', username: 'u', password: 'p' },
      allowPublicTraffic: false,
      httpsPorts: [8443],
    }
    expect(resolve({ network }).network).toBe(network)
  })

  it.each([
    [{ alowOut: [] }, 'option network: expected only members that are known'],
    [{ allowOut: 'example.com' }, 'option network.allowOut'],
    [{ httpsPorts: [0] }, 'option network.httpsPorts.0'],
    [{ egressProxy: { username: 'u' } }, 'option network.egressProxy.address: expected a string'],
    ['none', 'option network: expected an object'],
  ])('refuses %j', (network, message) => {
    expect(optionFault({ network }).message).toContain(message)
  })

  it('never shows what is in it', () => {
    const network = { egressProxy: { address: 'a', password: ['hunter2'] }, rules: 'hunter2' }
    expect(optionFault({ network }).message).not.toContain('hunter2')
  })
})

it('names the nearest option for a mistyped one', () => {
  expect(optionFault({ timeOut: 1 }).message).toContain('perhaps "timeout", got "timeOut"')
  expect(optionFault({ apikey: 'x' }).message).toContain('perhaps "apiKey"')
})
