import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { FilesystemError } from '../../errors/filesystem-errors.js'
import { hasErrorCode } from './has-error-code.js'
import { linkText } from './link-text.js'

/** As many links as Linux follows. */
const mostLinks = 40

/**
 * Where a path would really be: all links resolved, in the part that exists and in dangling links too, the rest kept.
 */
export async function resolveDeepest(path: string, links = 0): Promise<string> {
  if (links > mostLinks) throw new FilesystemError(`Too many symbolic links: ${path}`, 'ELOOP', path)
  try {
    return await realpath(path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT', 'ENOTDIR') || dirname(path) === path) throw error
  }
  const parent = await resolveDeepest(dirname(path), links)
  const location = join(parent, basename(path))
  const text = await linkText(location)
  return text === undefined ? location : resolveDeepest(resolve(parent, text), links + 1)
}
