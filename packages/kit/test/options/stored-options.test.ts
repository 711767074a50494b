import { describe, expect, it } from 'vitest'
import { describeOptions, readStoredOptions, resolveOptions } from '../../src/options.js'
import { machineSchema, type MachineOptions } from './support/machine-options.js'

const everything: MachineOptions = {
  id: 'machine-1',
  env: { PASSWORD: 'secret-1' },
  region: 'us',
  size: 2,
  image: 'base',
  apiKey: 'secret-2',
  token: 'secret-3',
  endpoint: 'https://given.example',
  instructions: '',
  onStart: () => undefined,
  logger: console,
}

function read(config: Record<string, unknown>): MachineOptions {
  return readStoredOptions(machineSchema, config, 'MachineSandbox')
}

describe('describeOptions', () => {
  it('shows what is no secret, with defaults, as plain data', () => {
    const described = describeOptions(machineSchema, everything)
    expect(described).toEqual({
      region: 'us',
      size: 2,
      image: 'base',
      endpoint: 'https://given.example',
      instructions: '',
      startTimeoutMs: 300_000,
      restartOnGone: true,
      killGraceMs: 1000,
    })
    expect(JSON.parse(JSON.stringify(described))).toEqual(described)
    expect(JSON.stringify(described)).not.toContain('secret')
  })

  it('leaves out what another environment would say otherwise', () => {
    expect(describeOptions(machineSchema, {})).not.toHaveProperty('endpoint')
    expect(describeOptions(machineSchema, { endpoint: '' })).not.toHaveProperty('endpoint')
  })

  it('leaves out secret members and says so', () => {
    const described = describeOptions(machineSchema, { proxy: { address: 'a', password: 'secret' }, image: () => 'x' })
    expect(described).toMatchObject({ proxy: { address: 'a' }, notStored: ['image', 'proxy.password'] })
    expect(described).not.toHaveProperty('image')
  })

  it('does not share objects with the options', () => {
    const proxy = { address: 'a' }
    const described = describeOptions(machineSchema, { proxy })
    expect(described['proxy']).toEqual(proxy)
    expect(described['proxy']).not.toBe(proxy)
  })
})

describe('readStoredOptions', () => {
  it('reads back what was described, and ignores observations', () => {
    const described = describeOptions(machineSchema, everything)
    const options = read({ ...described, sandboxId: 'x', state: 'running', envNames: ['PASSWORD'], onStart: 'no' })
    const { options: resolved } = resolveOptions(machineSchema, options, { owner: 'MachineSandbox', environment: {} })
    expect(describeOptions(machineSchema, resolved)).toEqual(described)
  })

  it('takes what an editor adds, secrets included', () => {
    expect(read({ id: 'a', apiKey: 'k', env: { A: '1' } })).toEqual({ id: 'a', apiKey: 'k', env: { A: '1' } })
  })

  it('refuses to go on without something vital that was not stored', () => {
    const described = describeOptions(machineSchema, { proxy: { address: 'a', password: 'secret' } })
    expect(() => read(described)).toThrow(/option proxy\.password: expected the value that the sandbox had/)
    const proxy = { address: 'a', password: 'again' }
    expect(read({ ...described, proxy })).toMatchObject({ proxy })
  })

  it.each([[null], ['config'], [[]]])('refuses %j', (config) => {
    expect(() => read(config as never)).toThrow(/MachineSandbox configuration: expected an object/)
  })

  it('is not confused by a list that somebody else wrote', () => {
    expect(read({ notStored: [1, null, { a: 1 }], region: 'eu' })).toEqual({ region: 'eu' })
    expect(read({ notStored: 'image' })).toEqual({})
  })
})
