import type { FilesystemProvider } from '@caisson/core/editor'
import type { FilesystemProvider as MastraFilesystemProvider } from '@mastra/core/editor'
import type { MastraErrorClasses } from './filesystem/mastra-error-classes.js'
import { toMastraFilesystem } from './filesystem/to-mastra-filesystem.js'

/**
 * A descriptor for Mastra's editor whose filesystems went through `toMastraFilesystem`, with the error classes given here.
 *
 * The editor wants a record with the ids as keys: `filesystems: { [provider.id]: toMastraFilesystemProvider(provider) }`.
 */
export function toMastraFilesystemProvider<Config>(
  provider: FilesystemProvider<Config>,
  errors: MastraErrorClasses = {},
): MastraFilesystemProvider<Config> {
  const { id, name, description, configSchema } = provider
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    ...(configSchema !== undefined && { configSchema }),
    createFilesystem: async (config) => toMastraFilesystem(await provider.createFilesystem(config), errors),
  }
}
