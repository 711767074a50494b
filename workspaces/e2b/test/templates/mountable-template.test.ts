import { Template } from 'e2b'
import { describe, expect, it } from 'vitest'
import { createDefaultMountableTemplate, type MountableTemplateOptions } from '../../src/index.js'

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
    expect(node?.[0]).toContain('855d581f8a4eb1a8117e3426de25fe02770592febcfb31369aee1ffbfee9e8ec')
    expect(node?.[0]).toContain('3515603e2487879a39bc75716f1a2affd027500c64ba50e845cf72cb33219013')
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

  it.each([
    [{ cpuCount: 0 }, 'cpuCount'],
    [{ memoryMB: 1.5 }, 'memoryMB'],
    [{ nodeVersion: '24' }, 'nodeVersion'],
    [{ nodeVersion: '24.20.0; reboot' }, 'nodeVersion'],
    [{ tools: ['rclone'] as never }, 'tools'],
    [{ nodeSource: { baseUrl: 'http://mirror.example' }, nodeVersion: '24.19.0' }, 'baseUrl'],
  ])('refuses %j', (options: MountableTemplateOptions, option) => {
    expect(() => createDefaultMountableTemplate(options)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(option) as string }),
    )
  })
})
