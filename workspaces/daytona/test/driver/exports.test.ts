import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'
import type {
  DaytonaAzureBlobMountConfig,
  DaytonaGCSMountConfig,
  DaytonaMountConfig,
  DaytonaResources,
  DaytonaS3MountConfig,
} from '../../src/index.js'

/** Names of types leave no trace when the program runs: this does not compile without them. */
const configs: readonly DaytonaMountConfig[] = [
  { type: 's3', bucket: 'b', region: 'auto', prefix: 'p', readOnly: true } satisfies DaytonaS3MountConfig,
  { type: 'gcs', bucket: 'b', serviceAccountKey: '{}' } satisfies DaytonaGCSMountConfig,
  { type: 'azure-blob', container: 'c', accountName: 'a', sasToken: 's' } satisfies DaytonaAzureBlobMountConfig,
]
const resources: DaytonaResources = { cpu: 2, memory: 4, disk: 6 }

/** The modules of the SDK that this process has loaded. */
function loadedModules(): readonly string[] {
  return Object.keys(createRequire(import.meta.url).cache).filter((file) =>
    /\/node_modules\/(@daytonaio|@daytona|axios|esbuild)\//.test(file),
  )
}

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'DaytonaCodeModeTransport',
    'DaytonaComputer',
    'DaytonaProcessManager',
    'DaytonaSandbox',
    'daytonaSandboxProvider',
  ])
})

it('has the public types', () => {
  expect(configs.map(({ type }) => type)).toEqual(['s3', 'gcs', 'azure-blob'])
  expect(resources.cpu).toBe(2)
})

it('the SDK is loaded by the first call, not by the import nor by the constructor', async () => {
  const sandbox = new entry.DaytonaSandbox({ apiKey: 'key', apiUrl: 'http://127.0.0.1:9' })
  expect(sandbox.clone().status).toBe('pending')
  expect(new entry.DaytonaCodeModeTransport()).toBeDefined()
  expect(loadedModules()).toEqual([])
  await expect(sandbox.start()).rejects.toMatchObject({ provider: 'daytona', retry: 'safe' })
  expect(loadedModules().join('\n')).toContain('/node_modules/')
})
