import { testLazyClient } from '@caisson/testing/providers'
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

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'E2BCodeModeTransport',
    'E2BFactorySandbox',
    'E2BProcessManager',
    'E2BSandbox',
    'createDefaultMountableTemplate',
    'createRepoTemplate',
    'e2bSandboxProvider',
    'e2bSessionSandbox',
    'refreshRepoTemplate',
    'repoTemplateRef',
  ])
})

it('has the public types', () => {
  expect(configs.map(({ type }) => type)).toEqual(['s3', 'gcs', 'azure-blob'])
  expect(template).toBe('base')
})

testLazyClient({
  provider: 'e2b',
  heavy: /\/node_modules\/(e2b|esbuild)\//,
  makeAll: (apiUrl) => {
    expect(new entry.E2BCodeModeTransport()).toBeDefined()
    return new entry.E2BSandbox({ apiKey: 'key', apiUrl, startTimeoutMs: 5000 })
  },
})
