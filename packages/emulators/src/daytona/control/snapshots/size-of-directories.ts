import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** The bytes of all files in directories, as far as they go. */
export async function sizeOfDirectories(directories: readonly string[]): Promise<number> {
  let bytes = 0
  for (const directory of directories) {
    for (const name of await readdir(directory, { recursive: true })) {
      const { size } = await lstat(path.join(directory, name))
      bytes += size
    }
  }
  return bytes
}
