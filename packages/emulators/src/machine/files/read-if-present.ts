import { readdir, readFile } from 'node:fs/promises'
import { isErrno } from './is-errno.js'

const absent = ['ENOENT', 'ENOTDIR', 'EACCES', 'ESRCH']

/** The text of a file; `undefined` when there is none, or none that may be read. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isErrno(error, ...absent)) return undefined
    throw error
  }
}

/** The names in a directory; none when there is no such directory. */
export async function listIfPresent(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (isErrno(error, ...absent)) return []
    throw error
  }
}
