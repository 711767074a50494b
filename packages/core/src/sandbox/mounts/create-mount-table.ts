import type { FilesystemMountConfig, WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import type { MountableFilesystem, Mounter } from '../../driver/mounter.js'
import { runScript } from '../../driver/run-script.js'
import type { BaseSandboxConfig } from '../base-sandbox-options.js'
import { MountTable } from './mount-table.js'

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
        logger: logger(),
        run: (command, options) => runScript(driver, live, command, options),
      }
    },
    mounterFor: (filesystem, mountConfig) => mounterFor(config, filesystem, mountConfig),
  })
}

function mounterFor<Handle>(
  { driver }: BaseSandboxConfig<Handle>,
  filesystem: WorkspaceFilesystem,
  { type }: FilesystemMountConfig,
): Mounter<Handle> | string {
  if (driver.supports.nativeMounts.includes(type) && driver.mounter) return driver.mounter
  if (!isMountable(filesystem)) return `Unsupported mount type: ${type}`
  if (!driver.supports.fuse || !driver.mountProfile)
    return `Unsupported mount type: ${type} (sandboxes of ${driver.provider} have no FUSE here)`
  const mounter = filesystem.createMounter(driver.mountProfile)
  return driver.adoptMounter ? driver.adoptMounter(mounter) : mounter
}

function isMountable(filesystem: WorkspaceFilesystem): filesystem is MountableFilesystem {
  return 'createMounter' in filesystem && typeof filesystem.createMounter === 'function'
}
