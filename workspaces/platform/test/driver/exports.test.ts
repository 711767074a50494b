import { expect, it } from 'vitest'
import * as entry from '../../src/index.js'
import type {
  PlatformAzureBlobMountConfig,
  PlatformGCSMountConfig,
  PlatformMountConfig,
  PlatformS3MountConfig,
  PlatformSandboxOptions,
  SandboxAddressRegistry,
} from '../../src/index.js'

/** Names of types leave no trace when the program runs: this does not compile without them. */
const configs: readonly PlatformMountConfig[] = [
  { type: 's3', bucket: 'b', region: 'auto', prefix: 'p', readOnly: true } satisfies PlatformS3MountConfig,
  { type: 'gcs', bucket: 'b', serviceAccountKey: '{}' } satisfies PlatformGCSMountConfig,
  { type: 'azure-blob', container: 'c', accountName: 'a', sasToken: 's' } satisfies PlatformAzureBlobMountConfig,
]
const registry: SandboxAddressRegistry = new entry.InProcessSandboxAddressRegistry()
const options: PlatformSandboxOptions = { addressRegistry: registry, networkIsolation: 'PRIVATE' }

it('has the public names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'InProcessSandboxAddressRegistry',
    'PlatformApiError',
    'PlatformClient',
    'PlatformCodeModeTransport',
    'PlatformFactorySandbox',
    'PlatformFilesystem',
    'PlatformProcessManager',
    'PlatformSandbox',
    'PrivateNetExecHttpError',
    'SandboxDestroyedError',
    'SandboxExecTransportError',
    'Template',
    'createRepoTemplate',
    'execViaPrivateNetwork',
    'platformFilesystemProvider',
    'platformSandboxProvider',
  ])
})

it('has the public types', () => {
  expect(configs.map(({ type }) => type)).toEqual(['s3', 'gcs', 'azure-blob'])
  expect(options.networkIsolation).toBe('PRIVATE')
})
