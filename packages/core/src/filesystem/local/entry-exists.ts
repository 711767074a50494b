import { FilesystemError } from '../../errors/filesystem-errors.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** Whether a path leads to something. A dangling link leads to nothing; a path that leads outside is an error. */
export async function entryExists(guard: LocalGuard, target: LocalTarget): Promise<boolean> {
  try {
    await guard.stat(target)
    return true
  } catch (error) {
    const isMissing = FilesystemError.isInstance(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing) return false
    throw error
  }
}
