import type { FilesystemProvider, SandboxProvider } from '../contract/descriptor.js'
import type { WorkspaceFilesystem } from '../contract/filesystem.js'
import type { WorkspaceSandbox } from '../contract/sandbox.js'
import { describeValue } from '../errors/argument-error.js'
import { SandboxUnsupportedFeatureError } from '../errors/sandbox-errors.js'
import { WorkspaceError } from '../errors/workspace-errors.js'
import { invalidConfig } from './invalid-config.js'
import { localFilesystemProvider } from './local-filesystem-provider.js'
import { localSandboxProvider } from './local-sandbox-provider.js'
import type { ProviderRegistryOptions, StoredFilesystem, StoredSandbox } from './provider-registry-options.js'
import { describeShapeFault, type ProviderKind } from './provider-shape.js'
import { ProviderTable } from './provider-table.js'
import { pickSchemaProperties } from './schema-properties.js'

/** Makes sandboxes and filesystems from what an editor stored, and the other way round. */
export interface ProviderRegistry {
  /** All descriptors, `local` first. */
  readonly sandboxProviders: readonly SandboxProvider[]
  /** All descriptors, `local` first. */
  readonly filesystemProviders: readonly FilesystemProvider[]
  /** Throws `UnknownProviderError`, which names the known ids. */
  getSandboxProvider(id: string): SandboxProvider
  /** Throws `UnknownProviderError`, which names the known ids. */
  getFilesystemProvider(id: string): FilesystemProvider
  /** Makes a sandbox without starting it. Rejects with `UnknownProviderError`, or with what the descriptor throws. */
  createSandbox(stored: { provider: string; config?: Record<string, unknown> | undefined }): Promise<WorkspaceSandbox>
  /** Makes a filesystem without initialising it. Rejects as `createSandbox` does. */
  createFilesystem(
    stored: Omit<StoredFilesystem, 'config'> & { config?: Record<string, unknown> | undefined },
  ): Promise<WorkspaceFilesystem>
  /**
   * What has to be stored to make the same sandbox again: those entries of its `getInfo().metadata` that the schema of its
   * descriptor declares, without secrets. Does not start it. Rejects with `UnknownProviderError` when no descriptor has
   * the id of its provider, and with UNSUPPORTED_FEATURE for a sandbox without `getInfo()`.
   */
  snapshotSandbox(sandbox: WorkspaceSandbox): Promise<StoredSandbox>
  /** The same for a filesystem. */
  snapshotFilesystem(filesystem: WorkspaceFilesystem): Promise<StoredFilesystem>
}

/**
 * Makes a registry of the built-in `local` descriptors and the given ones. In a record, the key is the id to look up.
 * Throws a `WorkspaceError` with code `INVALID_CONFIG` for a duplicate id and for something that is no descriptor.
 *
 * ```ts
 * const registry = createProviderRegistry({ sandboxes: [cloudSandboxProvider] })
 * const sandbox = await registry.createSandbox({ provider: 'local', config: { workingDirectory: '/srv/agent' } })
 * ```
 */
export function createProviderRegistry(options: ProviderRegistryOptions = {}): ProviderRegistry {
  const sandboxes = new ProviderTable<SandboxProvider>(
    { kind: 'sandbox', option: 'sandboxes', factory: 'createSandbox' },
    [localSandboxProvider],
    options.sandboxes,
  )
  const filesystems = new ProviderTable<FilesystemProvider>(
    { kind: 'filesystem', option: 'filesystems', factory: 'createFilesystem' },
    [localFilesystemProvider],
    options.filesystems,
  )
  return {
    sandboxProviders: sandboxes.providers,
    filesystemProviders: filesystems.providers,
    getSandboxProvider: (id) => sandboxes.get(id),
    getFilesystemProvider: (id) => filesystems.get(id),
    createSandbox: async ({ provider, config }) => {
      const made = await sandboxes.get(provider).createSandbox(checkStoredConfig(config))
      return checkMade('sandbox', provider, made)
    },
    createFilesystem: async ({ provider, config, readOnly }) => {
      const own = checkStoredConfig(config)
      const made = await filesystems.get(provider).createFilesystem(readOnly === undefined ? own : { ...own, readOnly })
      return checkMade('filesystem', provider, made)
    },
    snapshotSandbox: async (sandbox) => {
      const { id, provider } = sandboxes.find(sandbox.provider)
      const { metadata } = await readInfo(sandbox)
      return { provider: id, config: pickSchemaProperties(provider.configSchema, metadata, { withSecrets: false }) }
    },
    snapshotFilesystem: async (filesystem) => {
      const { id, provider } = filesystems.find(filesystem.provider)
      const { metadata, readOnly } = await readInfo(filesystem)
      const config = pickSchemaProperties(provider.configSchema, metadata, { withSecrets: false })
      return { provider: id, config, ...(readOnly ? { readOnly } : {}) }
    },
  }
}

async function readInfo(
  part: Pick<WorkspaceSandbox, 'id' | 'getInfo'> | Pick<WorkspaceFilesystem, 'id' | 'getInfo'>,
): Promise<{ metadata: Record<string, unknown>; readOnly: boolean }> {
  const info = await part.getInfo?.()
  if (info === undefined) {
    throw new SandboxUnsupportedFeatureError(`${part.id} has no getInfo() to take a snapshot from`)
  }
  return { metadata: info.metadata ?? {}, readOnly: 'readOnly' in info && info.readOnly }
}

function checkStoredConfig(config: unknown): Record<string, unknown> {
  if (config === undefined) return {}
  if (typeof config === 'object' && config !== null && !Array.isArray(config)) return { ...config }
  throw invalidConfig({ option: 'config', expected: 'an object', given: describeValue(config) })
}

function checkMade<Provider extends object>(kind: ProviderKind, id: string, made: Provider): Provider {
  const fault = describeShapeFault(kind, made)
  if (fault === undefined) return made
  throw new WorkspaceError(
    `The ${kind} provider ${JSON.stringify(id)} must make a ${kind}, got ${fault}`,
    'INVALID_CONFIG',
  )
}
