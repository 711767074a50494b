import { Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'
import { optionFault } from './support/option-fault.js'

const resolve = (options: DaytonaSandboxOptions = {}, environment = {}) => resolveDaytonaOptions(options, environment)

describe('defaults', () => {
  it('[D02] [D04] are those that are documented', () => {
    expect(resolve()).toMatchObject({
      isIdGiven: false,
      sandboxId: undefined,
      name: undefined,
      timeoutMs: 300_000,
      language: 'typescript',
      source: { from: 'default' },
      labels: {},
      ephemeral: false,
      isGoneAfterStop: false,
      autoStopInterval: 15,
      autoArchiveInterval: undefined,
      autoDeleteInterval: undefined,
      volumes: [],
      networkBlockAll: undefined,
      computerUse: undefined,
      warnings: [],
    })
  })

  it('makes an id, and keeps a given one', () => {
    expect(resolve().id).toMatch(/^daytona-sandbox-[0-9a-z]+-[0-9a-z]{6}$/)
    expect(resolve().id).not.toBe(resolve().id)
    expect(resolve({ id: 'dev' })).toMatchObject({ id: 'dev', isIdGiven: true })
  })

  it('takes undefined for absent everywhere', () => {
    const names: readonly (keyof DaytonaSandboxOptions)[] = [
      'sandboxId',
      'name',
      'timeout',
      'language',
      'snapshot',
      'image',
      'resources',
      'strictOptions',
      'labels',
      'user',
      'public',
      'ephemeral',
      'autoStopInterval',
      'autoArchiveInterval',
      'autoDeleteInterval',
      'volumes',
      'networkBlockAll',
      'networkAllowList',
      'domainAllowList',
      'secrets',
      'computerUse',
      'apiKey',
      'jwtToken',
      'organizationId',
      'apiUrl',
      'target',
      'env',
      'onStart',
    ]
    const options = Object.fromEntries(names.map((name) => [name, undefined]))
    expect(resolve({ id: 'a', ...options })).toEqual(resolve({ id: 'a' }))
  })
})

describe('[D02] timeout', () => {
  it('may be 0 for no limit', () => {
    expect(resolve({ timeout: 0 }).timeoutMs).toBe(0)
  })

  it.each([[-1], [NaN], [Infinity], ['60000'], [null]])('refuses %s', (timeout) => {
    expect(optionFault({ timeout }).message).toContain(
      'option timeout: expected a finite number of milliseconds that is not negative',
    )
  })
})

describe('[D02] language', () => {
  it.each([['ruby'], [''], [7], [null]])('refuses %j', (language) => {
    expect(optionFault({ language }).message).toContain(
      "DaytonaSandbox option language: expected 'typescript', 'javascript' or 'python'",
    )
  })
})

describe('[D03] image and resources', () => {
  it('takes a name, and a definition of the SDK as it is', () => {
    expect(resolve({ image: 'node:20-slim' }).source).toEqual({
      from: 'image',
      image: 'node:20-slim',
      resources: undefined,
    })
    const image = Image.base('debian:12').runCommands('true')
    expect(resolve({ image }).source).toMatchObject({ from: 'image' })
    const { source } = resolve({ image })
    expect(source.from === 'image' && source.image).toBe(image)
  })

  it.each([['', 7, null, [], {}, 'two words', 'nul\0', { dockerfile: 7 }]].flat().map((image) => [image]))(
    'refuses the image %j',
    (image) => {
      expect(optionFault({ image }).message).toContain('option image: expected the name of an image, or one made with')
    },
  )

  it.each([
    [{ cpu: 0 }, 'option resources.cpu: expected a number of cores above 0, got 0'],
    [{ memory: -1 }, 'option resources.memory: expected a number of GiB above 0, got -1'],
    [{ disk: '6' }, 'option resources.disk: expected a number of GiB above 0, got "6"'],
    [{ cpu: NaN }, 'option resources.cpu'],
    [{ gpus: 1 }, 'option resources: expected only members that are known, got "gpus"'],
    [4, 'option resources: expected an object of numbers above 0'],
  ])('refuses the resources %j', (resources, message) => {
    expect(optionFault({ image: 'a', resources }).message).toContain(message)
  })

  it.each([[''], ['two words'], [7]])('refuses the snapshot %j', (snapshot) => {
    expect(optionFault({ snapshot }).message).toContain('option snapshot: expected the id or name of a snapshot')
  })
})

describe('options that are ignored', () => {
  const cases: readonly [string, DaytonaSandboxOptions, string][] = [
    ['resources without an image', { resources: { cpu: 2 } }, 'option resources'],
    ['resources with a snapshot', { snapshot: 's', resources: { cpu: 2 } }, 'option resources'],
    ['an image with a snapshot', { snapshot: 's', image: 'i' }, 'option image'],
    ['a delay of the deletion of what is ephemeral', { ephemeral: true, autoDeleteInterval: 5 }, 'autoDeleteInterval'],
  ]

  it.each(cases)('[D03] are told for the log: %s', (_, options, name) => {
    const { warnings } = resolve(options)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(name)
    expect(warnings[0]).toContain('is ignored, since')
  })

  it.each(cases)('are an error with strictOptions: %s', (_, options, name) => {
    const error = optionFault({ ...options, strictOptions: true })
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(name)
    expect(error.message).toContain('expected nothing, since')
  })

  it.each<DaytonaSandboxOptions>([
    { image: 'i', resources: { cpu: 2, memory: 4, disk: 6 } },
    { ephemeral: true, autoDeleteInterval: 0 },
    { snapshot: 's' },
  ])('are not these: %j', (options) => {
    expect(resolve({ ...options, strictOptions: true }).warnings).toEqual([])
  })
})

describe('[D04] intervals', () => {
  it.each<DaytonaSandboxOptions>([
    { autoStopInterval: 0, autoArchiveInterval: 0, autoDeleteInterval: 0 },
    { autoStopInterval: 60, autoArchiveInterval: 10_080, autoDeleteInterval: -1 },
  ])('are taken as they are: %j', (options) => {
    expect(resolve(options)).toMatchObject(options)
  })

  it.each([
    [{ autoStopInterval: -1 }, 'autoStopInterval: expected a whole number of minutes that is not negative, got -1'],
    [{ autoStopInterval: 1.5 }, 'autoStopInterval: expected a whole number of minutes that is not negative, got 1.5'],
    [{ autoArchiveInterval: '5' }, 'autoArchiveInterval: expected a whole number of minutes that is not negative'],
    [{ autoArchiveInterval: Infinity }, 'autoArchiveInterval'],
    [{ autoDeleteInterval: 0.5 }, 'autoDeleteInterval: expected a whole number of minutes, got 0.5'],
    [{ ephemeral: 'yes' }, 'ephemeral: expected a boolean'],
  ])('are refused otherwise: %j', (options, message) => {
    expect(optionFault(options).message).toContain(message)
  })

  it('say whether a machine is gone after it stopped', () => {
    expect(resolve({ ephemeral: true }).isGoneAfterStop).toBe(true)
    expect(resolve({ autoDeleteInterval: 0 }).isGoneAfterStop).toBe(true)
    expect(resolve({ autoDeleteInterval: 1 }).isGoneAfterStop).toBe(false)
    expect(resolve({ autoDeleteInterval: -1 }).isGoneAfterStop).toBe(false)
  })
})

describe('[D05] labels', () => {
  it('become text', () => {
    const labels = { name: 'a', count: 3, isOn: false, empty: '', absent: undefined }
    expect(resolve({ labels }).labels).toEqual({ name: 'a', count: '3', isOn: 'false', empty: '' })
  })

  it.each([[{}], [[]], [null], [1n]])('refuse %s and name the key', (value) => {
    expect(optionFault({ labels: { fine: 'a', 'my key': value } }).message).toContain(
      'option labels.my key: expected a string, a number or a boolean',
    )
  })

  it.each([['mastra-sandbox-id'], ['code-toolbox-language']])('refuse the name %s', (key) => {
    expect(optionFault({ labels: { [key]: 'mine' } }).message).toContain(`labels.${key}: expected nothing under`)
  })
})

describe('[D06] volumes', () => {
  it('are taken with all their members', () => {
    const volumes = [
      { volumeId: 'my data', mountPath: '/data' },
      { volumeId: 'v', mountPath: '/home/daytona/v', subpath: 'a/b' },
    ]
    expect(resolve({ volumes }).volumes).toEqual(volumes)
  })

  it.each([
    [[{ volumeId: 'v' }], 'option volumes.0.mountPath: expected a string'],
    [[{ volumeId: '', mountPath: '/a' }], 'option volumes.0.volumeId: expected the id or name of a volume'],
    [[{ volumeId: 'v', mountPath: 'a' }], 'option volumes.0.mountPath: expected an absolute path'],
    [[{ volumeId: 'v', mountPath: '/' }], 'option volumes.0.mountPath: expected an absolute path'],
    [[{ volumeId: 'v', mountPath: '/a/../etc' }], 'option volumes.0.mountPath: expected an absolute path'],
    [[{ volumeId: 'v', mountPath: '/a', subpath: '../b' }], 'option volumes.0.subpath: expected a relative path'],
    [[{ volumeId: 'v', mountPath: '/a', subpath: '/b' }], 'option volumes.0.subpath: expected a relative path'],
    [
      [
        { volumeId: 'v', mountPath: '/a' },
        { volumeId: 'w', mountPath: '/a/' },
      ],
      'option volumes.1.mountPath: expected a path of its own',
    ],
    [[{ volumeId: 'v', mountPath: '/a', readOnly: true }], 'only members that are known, got "readOnly"'],
    [{}, 'option volumes: expected an array of objects'],
  ])('refuse %j', (volumes, message) => {
    expect(optionFault({ volumes }).message).toContain(message)
  })
})

describe('secrets, user, name and desktop', () => {
  it.each([
    [{ secrets: { 'MY-KEY': 'name' } }, 'option secrets.MY-KEY: expected names of environment variables'],
    [{ secrets: { KEY: '' } }, 'option secrets.KEY'],
    [{ secrets: ['KEY'] }, 'option secrets: expected an object of names of secrets'],
    [{ user: 'two words' }, 'option user: expected the name of a user'],
    [{ name: '' }, 'option name: expected a string that is not empty'],
    [{ name: 'a\nb' }, 'option name'],
    [{ computerUse: 'yes' }, 'option computerUse: expected a boolean or an object with autoStart'],
    [{ computerUse: { autostart: true } }, 'option computerUse: expected only members that are known'],
    [{ sandboxId: '' }, 'option sandboxId: expected a string that is not empty'],
  ])('refuse %j', (options, message) => {
    expect(optionFault(options).message).toContain(message)
  })

  it('say how the desktop is used', () => {
    expect(resolve({ computerUse: true }).computerUse).toEqual({})
    expect(resolve({ computerUse: { autoStart: true } }).computerUse).toEqual({ autoStart: true })
    expect(resolve({ computerUse: false }).computerUse).toBeUndefined()
  })
})

it('names the nearest option for a mistyped one', () => {
  expect(optionFault({ autoStop: 1, networkBlockall: true }).message).toMatch(/DaytonaSandbox option: expected/)
  expect(optionFault({ networkBlockall: true }).message).toContain('perhaps "networkBlockAll"')
})
