import { diskError, type DiskTarget } from './disk-error.js'
import type { E2BFileAccess } from './disk-options.js'
import { explainError } from './explain-error.js'
import { isDirectory } from './is-directory.js'

/** Makes a directory, with its missing parents when recursive; one that is there is then accepted. */
export async function makeDirectory(access: E2BFileAccess, target: DiskTarget, recursive: boolean): Promise<void> {
  const { files, run, user } = access
  const { location, signal } = target
  const settings = { ...(user === undefined ? {} : { user }), ...(signal ? { signal } : {}) }
  const parent = location.slice(0, location.lastIndexOf('/')) || '/'
  try {
    // The vendor makes parents always; whether the name is free it decides itself.
    if (!recursive && !isDirectory(await files.getInfo(parent, settings))) throw diskError('ENOTDIR', target)
    const isNew = await files.makeDir(location, settings)
    if (!isNew && !recursive) throw diskError('EEXIST', target)
  } catch (error) {
    throw await explainError(error, target, 'new directory', run)
  }
}
