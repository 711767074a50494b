import { basename } from 'node:path'
import type { FileStat } from '../../contract/filesystem.js'
import { mimeTypeOf } from '../content/mime-type-of.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/** What the contract tells about a file or directory; a link is followed. */
export async function describeFile(guard: LocalGuard, target: LocalTarget): Promise<FileStat> {
  const stats = await guard.stat(target)
  const name = basename(target.location)
  const facts = { name, path: guard.roots.show(target.location), createdAt: stats.birthtime, modifiedAt: stats.mtime }
  const mode = stats.mode & 0o777
  if (stats.isDirectory()) return { ...facts, type: 'directory', size: 0, mode }
  return { ...facts, type: 'file', size: stats.size, mimeType: mimeTypeOf(name), mode }
}
