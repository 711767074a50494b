import { testLazyClient } from '@caisson/testing/providers'
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

testLazyClient({
  provider: 'daytona',
  heavy: /\/node_modules\/(@daytonaio|@daytona|axios|esbuild)\//,
  makeAll: (apiUrl) => {
    expect(new entry.DaytonaCodeModeTransport()).toBeDefined()
    return new entry.DaytonaSandbox({ apiKey: 'key', apiUrl })
  },
})
