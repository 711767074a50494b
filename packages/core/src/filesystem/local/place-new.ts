import { link, rename, unlink } from 'node:fs/promises'
import { disk } from './disk.js'
import { hasErrorCode } from './has-error-code.js'
import { openFlags } from './open-flags.js'

/** Gives a finished file (or link) another name if that is free, decided by the disk and not by a look before. */
export async function placeNew(old: string, fresh: string): Promise<void> {
  try {
    await link(old, fresh)
  } catch (error) {
    if (!hasErrorCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error
    // A disk without hard links: take the name with an empty file, which the rename then replaces.
    await disk.close(await disk.open(fresh, openFlags.create, 0o600))
    return rename(old, fresh)
  }
  await unlink(old)
}
