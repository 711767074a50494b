import { createRequire } from 'node:module'
import { afterEach, expect, it, vi } from 'vitest'
import * as entry from '../../src/index.js'

/** The modules of the SDK that this process has loaded. */
function loadedModules(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /\/node_modules\/@(?:aws-sdk|smithy)\//.test(file),
  )
}

afterEach(() => vi.unstubAllEnvs())

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual(['S3Filesystem', 's3FilesystemProvider'])
})

it('the SDK is loaded by the first call, not by the import, the constructor, or what needs no request', async () => {
  const keys = { accessKeyId: 'a', secretAccessKey: 's' }
  const filesystem = new entry.S3Filesystem({ bucket: 'data', region: 'auto', endpoint: 'http://127.0.0.1:9', ...keys })
  expect(filesystem.getInfo()).toMatchObject({ status: 'pending' })
  expect(filesystem.getInstructions()).toContain('data')
  expect(filesystem.getMountConfig()).toMatchObject({ type: 's3' })
  await expect(filesystem.resolveMountConfig()).resolves.toMatchObject({ config: keys })
  expect(() => filesystem.client).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
  expect(loadedModules()).toEqual([])
  vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
  await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'EIO' })
  expect(loadedModules().join('\n')).toContain('/node_modules/@aws-sdk/client-s3/')
})
