import { readlink } from 'node:fs/promises'
import { hasErrorCode } from './has-error-code.js'

/** What a symbolic link says; undefined when there is no link (any more). */
export async function linkText(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch (error) {
    if (hasErrorCode(error, 'EINVAL', 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}
