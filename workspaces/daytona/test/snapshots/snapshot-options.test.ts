import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sandboxErrorOf } from '@caisson/testing/providers'
import { Image } from '@daytonaio/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMountableSnapshot, type MountableSnapshotOptions } from '../../src/index.js'
import { resolveSnapshotOptions } from '../../src/snapshots/resolve-snapshot-options.js'
import { defineSnapshot } from '../../src/snapshots/snapshot-definition.js'

const connection = { apiKey: 'dtn_secret', apiUrl: 'http://127.0.0.1:1/api' }

const resolve = (options: MountableSnapshotOptions, environment = {}) => resolveSnapshotOptions(options, environment)

async function nameOf(options: MountableSnapshotOptions): Promise<string> {
  return (await defineSnapshot(resolve({ ...connection, ...options }))).name
}

describe('options of a snapshot for mounting', () => {
  it('have defaults, and take the environment where they are absent', () => {
    const environment = { DAYTONA_API_KEY: 'env-key', DAYTONA_API_URL: 'http://env:1/api', DAYTONA_TARGET: 'eu' }
    expect(resolve({}, environment)).toMatchObject({
      connection: { apiKey: 'env-key', apiUrl: 'http://env:1/api', target: 'eu' },
      tools: ['gcsfuse', 's3fs'],
      image: 'daytonaio/sandbox',
      regionId: 'eu',
      buildTimeoutMs: 900_000,
    })
    expect(resolve({ regionId: 'us' }, environment).regionId).toBe('us')
  })

  it('need credentials', () => {
    expect(sandboxErrorOf(() => resolve({}))).toMatchObject({ code: 'UNAUTHENTICATED', provider: 'daytona' })
  })

  it.each([
    [{ tools: [] }, 'tools'],
    [{ tools: ['sshfs'] }, 'tools.0'],
    [{ image: 'two words' }, 'image'],
    [{ image: 'debian\nRUN evil' }, 'image'],
    [{ resources: { cpu: 0 } }, 'resources.cpu'],
    [{ resources: { cores: 1 } }, 'resources'],
    [{ entrypoint: 'sleep' }, 'entrypoint'],
    [{ regionId: 'two words' }, 'regionId'],
    [{ name: '-x' }, 'name'],
    [{ buildTimeoutMs: 0 }, 'buildTimeoutMs'],
    [{ onBuildLog: 'yes' }, 'onBuildLog'],
    [{ abortSignal: {} }, 'abortSignal'],
    [{ logger: {} }, 'logger'],
    [{ apiUrl: 'ftp://host' }, 'apiUrl'],
    [{ snapshot: 'x' }, 'option'],
  ])('that are wrong are errors before anything is sent: %j', async (options, name) => {
    const call = createMountableSnapshot({ ...connection, ...options } as never)
    await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(name) })
    await expect(call).rejects.toThrow('createMountableSnapshot')
    await expect(call).rejects.not.toThrow('dtn_secret')
  })
})

describe('the name of a snapshot for mounting', () => {
  it('is the same for the same content, whatever the order of tools', async () => {
    const name = await nameOf({})
    expect(await nameOf({ tools: ['s3fs', 'gcsfuse', 's3fs'], apiKey: 'other' })).toBe(name)
    expect(await nameOf({ buildTimeoutMs: 1, onBuildLog: () => undefined, resources: undefined })).toBe(name)
  })

  it.each<[string, MountableSnapshotOptions]>([
    ['tools', { tools: ['s3fs'] }],
    ['an image', { image: 'debian:12' }],
    ['an image made with the SDK', { image: Image.base('daytonaio/sandbox').runCommands('true') }],
    ['sizes', { resources: { cpu: 2 } }],
    ['graphics processors', { resources: { gpu: 1 } }],
    ['an entry point', { entrypoint: ['sleep', 'infinity'] }],
    ['a region', { regionId: 'eu' }],
  ])('is another one with %s', async (_what, options) => {
    expect(await nameOf(options)).not.toBe(await nameOf({}))
  })

  it.each([{}, { cpu: undefined }])('is the same without sizes: %j', async (resources) => {
    expect(await nameOf({ resources })).toBe(await nameOf({}))
  })

  it('is another one when a file of the image has changed, and an image whose files are gone is refused', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'caisson-image-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const file = path.join(directory, 'a.txt')
    const image = Image.base('daytonaio/sandbox').addLocalDir(directory, '/data')
    const names = []
    for (const content of ['one', 'two', 'one']) {
      await writeFile(file, content)
      names.push(await nameOf({ image }))
    }
    expect(names[0]).toBe(names[2])
    expect(names[0]).not.toBe(names[1])
    await rm(directory, { recursive: true })
    await expect(nameOf({ image })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    await expect(nameOf({ image })).rejects.toThrow(directory)
  })

  it('is made of an image that stays as it was', async () => {
    const image = Image.base('daytonaio/sandbox')
    const { dockerfile } = image
    await nameOf({ image, entrypoint: ['sleep', 'infinity'] })
    expect(image.dockerfile).toBe(dockerfile)
  })
})
