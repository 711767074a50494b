import { Image } from '@daytonaio/sdk'
import { describe, expect, it } from 'vitest'
import { creationOf, resolveDaytonaOptions, type DaytonaSandboxOptions } from '../../src/options/index.js'

const resolve = (options: DaytonaSandboxOptions) => resolveDaytonaOptions(options, {})
const create = (options: DaytonaSandboxOptions = {}) => creationOf(resolve(options))

/** What a machine is made from, for each combination of the three options. */
const modes: readonly [DaytonaSandboxOptions, Record<string, unknown>][] = [
  [{}, {}],
  [{ resources: { cpu: 2 } }, {}],
  [{ image: 'node:20' }, { image: 'node:20' }],
  [
    { image: 'node:20', resources: { cpu: 2, disk: undefined } },
    { image: 'node:20', resources: { cpu: 2 } },
  ],
  [{ snapshot: 's' }, { snapshot: 's' }],
  [{ snapshot: 's', resources: { cpu: 2 } }, { snapshot: 's' }],
  [{ snapshot: 's', image: 'node:20' }, { snapshot: 's' }],
  [{ snapshot: 's', image: 'node:20', resources: { cpu: 2 } }, { snapshot: 's' }],
]

describe('[D03] the mode of a creation', () => {
  it.each(modes)('of %j is %j', (options, expected) => {
    const creation: Partial<Record<string, unknown>> = { ...create(options) }
    const { snapshot, image, resources } = creation
    expect({ snapshot, image, resources }).toEqual({
      snapshot: undefined,
      image: undefined,
      resources: undefined,
      ...expected,
    })
    expect(Object.keys(creation).filter((name) => ['snapshot', 'image', 'resources'].includes(name))).toEqual(
      Object.keys(expected),
    )
  })

  it('hands on a definition of the SDK as it is', () => {
    const image = Image.base('debian:12')
    const creation = create({ image })
    expect('image' in creation && creation.image).toBe(image)
  })
})

describe('a creation', () => {
  it('says little where little was said, so that the defaults are the vendor’s', () => {
    expect(create({ id: 'dev' })).toEqual({
      name: 'dev',
      language: 'typescript',
      envVars: {},
      labels: { 'mastra-sandbox-id': 'dev' },
      autoStopInterval: 15,
    })
  })

  it('[D02] [D04] [D05] [D06] [D07] carries all options', () => {
    const options: DaytonaSandboxOptions = {
      id: 'dev',
      name: 'My machine',
      language: 'python',
      labels: { team: 'a', size: 3 },
      user: 'root',
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 60,
      autoDeleteInterval: -1,
      volumes: [{ volumeId: 'v', mountPath: '/v', subpath: undefined }],
      networkBlockAll: false,
      networkAllowList: '10.0.0.0/8',
      domainAllowList: 'example.com',
      secrets: { TOKEN: 'my-token' },
    }
    const creation = creationOf(resolve(options), { id: 'dev', env: { A: '1' } })
    expect(creation).toEqual({
      name: 'My machine',
      language: 'python',
      envVars: { A: '1' },
      labels: { team: 'a', size: '3', 'mastra-sandbox-id': 'dev' },
      user: 'root',
      public: true,
      autoStopInterval: 0,
      autoArchiveInterval: 60,
      autoDeleteInterval: -1,
      volumes: [{ volumeId: 'v', mountPath: '/v' }],
      networkBlockAll: false,
      networkAllowList: '10.0.0.0/8',
      domainAllowList: 'example.com',
      secrets: { TOKEN: 'my-token' },
    })
  })

  it('[D04] of an ephemeral machine says nothing else about its deletion', () => {
    const creation = create({ ephemeral: true, autoDeleteInterval: 5 })
    expect(creation).toMatchObject({ ephemeral: true })
    expect(creation).not.toHaveProperty('autoDeleteInterval')
    expect(create()).not.toHaveProperty('ephemeral')
  })

  it('has the id that the sandbox goes by now as label and name', () => {
    const options = resolve({ labels: { a: 'b' } })
    expect(creationOf(options, { id: 'taken-over' })).toMatchObject({
      name: 'taken-over',
      labels: { a: 'b', 'mastra-sandbox-id': 'taken-over' },
    })
  })

  it('is a fresh object each time, since the SDK writes into it', () => {
    const volumes = [{ volumeId: 'v', mountPath: '/v' }]
    const resources = { cpu: 1 }
    const options = resolve({ volumes, image: 'i', resources, secrets: { A: 'a' }, labels: { a: 'b' } })
    const first = creationOf(options)
    const untouched = structuredClone(first)
    for (const value of Object.values(first)) {
      if (typeof value === 'object' && value !== null)
        Object.assign(Array.isArray(value) ? (value[0] ?? {}) : value, { x: 'y' })
    }
    Object.assign(first, { language: 'python', autoDeleteInterval: 0 })
    expect(creationOf(options)).toEqual(untouched)
    expect([volumes, resources]).toEqual([[{ volumeId: 'v', mountPath: '/v' }], { cpu: 1 }])
  })
})
