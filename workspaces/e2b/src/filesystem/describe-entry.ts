import { FilesystemError, type FileStat } from '@caisson/core'
import { mimeTypeOf } from '@caisson/core/driver'
import type { EntryInfo } from 'e2b'
import { diskError, type DiskTarget } from './disk-error.js'
import type { E2BFileAccess } from './disk-options.js'
import { explainError } from './explain-error.js'
import { isDirectory } from './is-directory.js'

/** What the contract tells about a file or directory. One request, for a link one more for what it leads to. */
export async function describeEntry(access: E2BFileAccess, target: DiskTarget, shown: string): Promise<FileStat> {
  const entry = await lookUp(access, target)
  const name = target.location.slice(target.location.lastIndexOf('/') + 1)
  const modifiedAt = entry.modifiedTime ?? new Date(0)
  const facts = { name, path: shown, createdAt: modifiedAt, modifiedAt, mode: entry.mode & 0o777 }
  if (isDirectory(entry)) return { ...facts, type: 'directory', size: 0 }
  return { ...facts, type: 'file', size: entry.size, mimeType: mimeTypeOf(name) }
}

/** Whether a path leads to something; a link that leads to nothing does not. */
export async function entryExists(access: E2BFileAccess, target: DiskTarget): Promise<boolean> {
  try {
    return leadsSomewhere(await ask(access, target, target.location))
  } catch (error) {
    const isMissing = FilesystemError.isInstance(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing) return false
    throw error
  }
}

/** The vendor's answer about a link has the size and time of the link itself. */
async function lookUp(access: E2BFileAccess, target: DiskTarget): Promise<EntryInfo> {
  const entry = await ask(access, target, target.location)
  if (!leadsSomewhere(entry)) throw diskError('ENOENT', target)
  return entry.symlinkTarget === undefined ? entry : ask(access, target, entry.symlinkTarget)
}

/** A link that leads to nothing is said to lead to itself. */
function leadsSomewhere({ type, symlinkTarget, path }: EntryInfo): boolean {
  return type !== undefined || symlinkTarget === undefined || symlinkTarget !== path
}

async function ask({ files, run, user }: E2BFileAccess, target: DiskTarget, location: string): Promise<EntryInfo> {
  const { signal } = target
  try {
    return await files.getInfo(location, { ...(user === undefined ? {} : { user }), ...(signal ? { signal } : {}) })
  } catch (error) {
    throw await explainError(error, target, 'anything', run)
  }
}
