import { execFile } from 'node:child_process'
import { lstat, rename } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { EnvdError } from '../envd-error.js'
import type { Located } from '../../../daemon/paths.js'
import { systemCode, unless } from '../../../daemon/system-error.js'
import type { Account } from '../../../daemon/users/account.js'
import { ensureDirectory } from './ensure-directory.js'

/** Moves over whatever is at the destination, making the directories above it. */
export async function moveEntry(source: Located, destination: Located, account: Account): Promise<void> {
  const stats = await unless(['ENOENT'], undefined, () => lstat(source.actual))
  if (stats === undefined) throw new EnvdError('notFound', `path '${source.shown}' does not exist`)
  const above = { shown: path.dirname(destination.shown), actual: path.dirname(destination.actual) }
  await ensureDirectory(above, account)
  try {
    await rename(source.actual, destination.actual)
  } catch (error) {
    // The vendor's machine has one disk; the folders of this one may be mounts of their own.
    if (systemCode(error) !== 'EXDEV') throw error
    await promisify(execFile)('mv', ['-fT', '--', source.actual, destination.actual])
  }
}
