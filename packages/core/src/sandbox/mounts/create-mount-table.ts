import type { FilesystemMountConfig, WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import type { Mounter } from '../../driver/mounter.js'
import { runScript } from '../../driver/run-script.js'
import type { BaseSandboxConfig } from '../base-sandbox-options.js'
import { MountTable } from './mount-table.js'

/** A filesystem that brings its own way of being mounted into a machine that has FUSE. */
interface BringsMounter {
  createMounter(): Mounter
}

/** The mounts of a sandbox, or `undefined` where the provider can mount nothing. */
export function createMountTable<Handle>(
  config: BaseSandboxConfig<Handle>,
  logger: () => Logger,
  handle: () => Handle | undefined,
): MountTable<Handle> | undefined {
  const { driver, id } = config
  if (!driver.supports.fuse && driver.supports.nativeMounts.length === 0) return undefined
  return new MountTable<Handle>({
    logger,
    host: () => {
      const live = handle()
      if (live === undefined) return undefined
      return {
        handle: live,
        provider: driver.provider,
        sandboxId: id,
        run: (command, options) => runScript(driver, live, command, options),
      }
    },
    mounterFor: (filesystem, mountConfig) => mounterFor(config, filesystem, mountConfig),
  })
}

function mounterFor<Handle>(
  { driver }: BaseSandboxConfig<Handle>,
  filesystem: WorkspaceFilesystem,
  mountConfig: FilesystemMountConfig,
): Mounter<Handle> | undefined {
  if (driver.supports.nativeMounts.includes(mountConfig.type)) return driver.mounter
  return driver.supports.fuse && bringsMounter(filesystem) ? filesystem.createMounter() : undefined
}

function bringsMounter(filesystem: object): filesystem is BringsMounter {
  return 'createMounter' in filesystem && typeof filesystem.createMounter === 'function'
}
