import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'
import type {
  E2BAzureBlobMountConfig,
  E2BGCSMountConfig,
  E2BMountConfig,
  E2BS3MountConfig,
  TemplateSpec,
} from '../../src/index.js'

/** Names of types leave no trace when the program runs: this does not compile without them. */
const configs: readonly E2BMountConfig[] = [
  { type: 's3', bucket: 'b', region: 'auto', prefix: 'p', readOnly: true } satisfies E2BS3MountConfig,
  { type: 'gcs', bucket: 'b', serviceAccountKey: '{}' } satisfies E2BGCSMountConfig,
  { type: 'azure-blob', container: 'c', accountName: 'a', sasToken: 's' } satisfies E2BAzureBlobMountConfig,
]
const template: TemplateSpec = 'base'

/** The modules of the SDK that this process has loaded. */
function loadedModules(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /\/node_modules\/(e2b|esbuild)\//.test(file),
  )
}

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'E2BCodeModeTransport',
    'E2BProcessManager',
    'E2BSandbox',
    'e2bSandboxProvider',
  ])
})

it('has the public types', () => {
  expect(configs.map(({ type }) => type)).toEqual(['s3', 'gcs', 'azure-blob'])
  expect(template).toBe('base')
})

it('the SDK is loaded by the first call, not by the import nor by the constructor', async () => {
  const sandbox = new entry.E2BSandbox({ apiKey: 'key', apiUrl: 'http://127.0.0.1:9', startTimeoutMs: 5000 })
  expect(sandbox.clone().status).toBe('pending')
  expect(new entry.E2BCodeModeTransport()).toBeDefined()
  expect(loadedModules()).toEqual([])
  await expect(sandbox.start()).rejects.toMatchObject({ provider: 'e2b' })
  expect(loadedModules().join('\n')).toContain('/node_modules/e2b/')
})
