import type { WorkspaceFilesystem } from '../../contract/filesystem.js'
import type { Logger } from '../../contract/logger.js'
import { runOnMounts } from './run-on-mounts.js'

/** Initialises all mounts at the same time. One that fails is logged and shows its error; the others work. */
export async function initMounts(mounts: ReadonlyMap<string, WorkspaceFilesystem>, logger: Logger): Promise<void> {
  for (const [mountPath, reason] of await runOnMounts(mounts, 'init')) {
    logger.warn(`The filesystem mounted at ${mountPath} failed to initialise`, reason)
  }
}
