import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'

/** The modules of the SDK that this process has loaded. */
function loadedModules(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((file) => /\/node_modules\/@azure\/core-/.test(file))
}

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual(['AzureBlobFilesystem', 'azureBlobFilesystemProvider'])
})

it('the SDK is loaded by the first call, not by the import, the constructor, or what needs no request', async () => {
  const filesystem = new entry.AzureBlobFilesystem({
    container: 'box',
    accountName: 'abc',
    accountKey: 'QUJD',
    endpoint: 'http://127.0.0.1:9',
  })
  expect(filesystem.getInfo()).toMatchObject({ status: 'pending' })
  expect(filesystem.getInstructions()).toContain('box')
  expect(filesystem.getMountConfig()).toMatchObject({ type: 'azure-blob' })
  await expect(filesystem.resolveMountConfig()).resolves.toHaveProperty('config')
  expect(() => filesystem.containerClient).toThrow(expect.objectContaining({ code: 'ENOTREADY' }))
  expect(loadedModules()).toEqual([])
  await expect(filesystem.readFile('a')).rejects.toMatchObject({ code: 'EIO' })
  expect(loadedModules()).not.toEqual([])
})
