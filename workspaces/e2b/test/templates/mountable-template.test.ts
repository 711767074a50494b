import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, type MountableTemplateOptions } from '../../src/index.js'

/** SHA-256 of the archives of the default version, as nodejs.org has them. */
const knownNodeSums = {
  x64: '855d581f8a4eb1a8117e3426de25fe02770592febcfb31369aee1ffbfee9e8ec',
  arm64: '3515603e2487879a39bc75716f1a2affd027500c64ba50e845cf72cb33219013',
}

interface Sent {
  readonly fromTemplate: string
  readonly steps: readonly { readonly type: string; readonly args: readonly string[] }[]
}

async function sent(options?: MountableTemplateOptions): Promise<Sent> {
  return JSON.parse(await Template.toJSON(createDefaultMountableTemplate(options).template)) as Sent
}

describe('createDefaultMountableTemplate [T02]', () => {
  it('returns the definition, its name, its packages and its size', () => {
    const { template, id, aptPackages, resources } = createDefaultMountableTemplate()
    expect(id).toMatch(/^caisson-[0-9a-f]{16}$/)
    expect(aptPackages).toEqual(['s3fs', 'fuse'])
    expect(resources).toEqual({ cpuCount: 2, memoryMB: 1024 })
    // The copy of the SDK that programs import.
    expect(template).toBeInstanceOf(Template)
  })

  it('[BR-094] installs as root, on the base of E2B, and ends as the user in its home', async () => {
    const { fromTemplate, steps } = await sent()
    expect(fromTemplate).toBe('base')
    expect(steps.map(({ type }) => type)).toEqual(['RUN', 'RUN', 'ENV', 'USER', 'WORKDIR'])
    const [packages, node, variables, user, directory] = steps.map(({ args }) => args)
    expect(packages?.[0]).toMatch(/apt-get install -y s3fs fuse$/)
    expect(packages?.[1]).toBe('root')
    expect(node?.[0]).toContain('24.20.0')
    expect(node?.[0]).toContain(knownNodeSums.x64)
    expect(node?.[0]).toContain(knownNodeSums.arm64)
    expect(node?.[1]).toBe('root')
    expect(variables).toEqual(['COREPACK_ENABLE_DOWNLOAD_PROMPT', '0'])
    expect([user, directory]).toEqual([['user'], ['/home/user']])
  })

  it('has the tools that are asked for, from wherever they come, as root', async () => {
    const { steps } = await sent({ tools: ['s3fs', 'gcsfuse', 'blobfuse2'] })
    expect(steps.map(({ type }) => type)).toEqual(['RUN', 'RUN', 'RUN', 'ENV', 'USER', 'WORKDIR'])
    expect(steps[1]?.args[0]).toMatch(/gcsfuse.*blobfuse2/s)
    expect(steps[1]?.args[1]).toBe('root')
  })

  it('[BR-095] is named by all that makes a difference, and by nothing else', () => {
    const idOf = (options?: MountableTemplateOptions): string => createDefaultMountableTemplate(options).id
    const sum = '0'.repeat(64)
    const ids = [
      idOf(),
      idOf({ cpuCount: 4 }),
      idOf({ memoryMB: 2048 }),
      idOf({ nodeVersion: '24.19.0' }),
      idOf({ tools: ['s3fs', 'gcsfuse'] }),
      idOf({ tools: [] }),
      idOf({ nodeSource: { baseUrl: 'https://mirror.example/dist' } }),
      idOf({ nodeSource: { sha256: { x64: sum } } }),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    expect(idOf({ cpuCount: 2, memoryMB: 1024, nodeVersion: '24.20.0', tools: ['s3fs', 's3fs'] })).toBe(idOf())
    expect(idOf({ tools: ['gcsfuse', 's3fs'] })).toBe(idOf({ tools: ['s3fs', 'gcsfuse'] }))
  })

  it.each<[string, MountableTemplateOptions['nodeSource'], MountableTemplateOptions['nodeSource']]>([
    ['nothing of it', {}, undefined],
    ['members without a value', { baseUrl: undefined, sha256: { x64: undefined } }, undefined],
    ['the usual address', { baseUrl: 'https://nodejs.org/dist' }, undefined],
    ['the usual address in another way', { baseUrl: 'HTTPS://NodeJS.org:443/dist//' }, undefined],
    ['the sums that are known', { sha256: knownNodeSums }, undefined],
    ['an address in another way', { baseUrl: 'https://Mirror.example/' }, { baseUrl: 'https://mirror.example' }],
    ['sums in capitals', { sha256: { x64: 'A'.repeat(64) } }, { sha256: { x64: 'a'.repeat(64) } }],
  ])('[BR-095] has the same name and the same steps for the same source of Node: %s', async (_what, one, other) => {
    const made = createDefaultMountableTemplate({ nodeSource: one })
    expect(made.id).toBe(createDefaultMountableTemplate({ nodeSource: other }).id)
    expect(await sent({ nodeSource: one })).toEqual(await sent({ nodeSource: other }))
  })

  it('keeps the names that others have built', () => {
    const idOf = (options?: MountableTemplateOptions): string => createDefaultMountableTemplate(options).id
    expect(idOf()).toBe('caisson-c2907974994343c5')
    expect(idOf({ nodeSource: { baseUrl: 'https://mirror.example/dist' } })).toBe('caisson-028980d707744784')
    expect(idOf({ nodeSource: { sha256: { arm64: '0'.repeat(64) } } })).toBe('caisson-b4044e361f9678e4')
  })

  it.each([
    [{ cpu: 4 }, '"cpu"'],
    [null, 'options'],
    ['small', 'options'],
    [{ tools: null }, 'options.tools'],
    [{ tools: [undefined] }, 'tools'],
    [{ nodeSource: null }, 'options.nodeSource'],
    [{ nodeSource: 'https://mirror.example' }, 'nodeSource'],
    [{ nodeSource: { baseURL: 'https://mirror.example' } }, '"baseURL"'],
    [{ nodeSource: { baseUrl: 'https://mirror.example:99999' } }, 'nodeSource.baseUrl'],
    [{ nodeSource: { sha256: null } }, 'nodeSource.sha256'],
    [{ nodeSource: { sha256: { amd64: '0'.repeat(64) } } }, '"amd64"'],
    [{ nodeSource: { sha256: { x64: 'short' } } }, 'nodeSource.sha256.x64'],
    [{ cpuCount: 0 }, 'cpuCount'],
    [{ memoryMB: 1.5 }, 'memoryMB'],
    [{ nodeVersion: '24' }, 'nodeVersion'],
    [{ nodeVersion: '24.20.0; reboot' }, 'nodeVersion'],
    [{ tools: ['rclone'] }, 'tools'],
    [{ nodeSource: { baseUrl: 'http://mirror.example' }, nodeVersion: '24.19.0' }, 'baseUrl'],
  ])('refuses %j', (options, option) => {
    expect(() => createDefaultMountableTemplate(options as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(option) as string }),
    )
  })
})
