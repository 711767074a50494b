import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'

/** The modules of the SDK that this process has loaded. */
function loadedModules(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /\/node_modules\/(?:@google-cloud|google-auth-library)\//.test(file),
  )
}

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual(['GCSFilesystem', 'gcsFilesystemProvider'])
})

it('the SDK is loaded by the first call, not by the import, the constructor, or what needs no request', async () => {
  const filesystem = new entry.GCSFilesystem({
    bucket: 'box',
    credentials: { client_email: 'a@b', private_key: 'x' },
    endpoint: 'http://127.0.0.1:9',
  })
  expect(filesystem.getInfo()).toMatchObject({ status: 'pending' })
  expect(filesystem.getInstructions()).toContain('box')
  expect(filesystem.getMountConfig()).toMatchObject({ type: 'gcs' })
  await expect(filesystem.resolveMountConfig()).resolves.toHaveProperty('config')
  expect(() => filesystem.storage).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
  expect(() => filesystem.bucket).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
  expect(loadedModules()).toEqual([])
  await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'EACCES' })
  expect(loadedModules()).not.toEqual([])
})
