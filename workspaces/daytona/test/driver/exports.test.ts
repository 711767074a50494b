import { testLazyClient } from '@caisson/testing/providers'
import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'
import type {
  DaytonaAzureBlobMountConfig,
  DaytonaGCSMountConfig,
  DaytonaMountConfig,
  DaytonaMountTool,
  DaytonaResources,
  DaytonaS3MountConfig,
  DaytonaSnapshotResources,
  MountableSnapshot,
  MountableSnapshotOptions,
} from '../../src/index.js'

/** Names of types leave no trace when the program runs: this does not compile without them. */
const configs: readonly DaytonaMountConfig[] = [
  { type: 's3', bucket: 'b', region: 'auto', prefix: 'p', readOnly: true } satisfies DaytonaS3MountConfig,
  { type: 'gcs', bucket: 'b', serviceAccountKey: '{}' } satisfies DaytonaGCSMountConfig,
  { type: 'azure-blob', container: 'c', accountName: 'a', sasToken: 's' } satisfies DaytonaAzureBlobMountConfig,
]
const resources: DaytonaResources = { cpu: 2, memory: 4, disk: 6 }
const tools: readonly DaytonaMountTool[] = ['s3fs', 'gcsfuse', 'blobfuse2']
const sizes: DaytonaSnapshotResources = { ...resources, gpu: 1 }
const snapshotOptions: MountableSnapshotOptions = { tools, resources: sizes, apiKey: process.env['DAYTONA_API_KEY'] }
const made: MountableSnapshot = { name: 'n', action: 'reused', tools, image: 'debian:12', resources: sizes }

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'DaytonaCodeModeTransport',
    'DaytonaComputer',
    'DaytonaProcessManager',
    'DaytonaSandbox',
    'createMountableSnapshot',
    'daytonaSandboxProvider',
  ])
})

it('has the public types', () => {
  expect(configs.map(({ type }) => type)).toEqual(['s3', 'gcs', 'azure-blob'])
  expect(resources.cpu).toBe(2)
  expect(snapshotOptions.tools).toBe(made.tools)
})

testLazyClient({
  provider: 'daytona',
  heavy: /\/node_modules\/(@daytonaio|@daytona|axios|esbuild)\//,
  makeAll: (apiUrl) => {
    expect(new entry.DaytonaCodeModeTransport()).toBeDefined()
    return new entry.DaytonaSandbox({ apiKey: 'key', apiUrl })
  },
})
