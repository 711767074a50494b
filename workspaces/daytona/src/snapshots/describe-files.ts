import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { invalidArgument } from '@caisson/core/workspace'

/** One entry, as far as it makes a difference in an image. */
export interface FileContent {
  /** Begins behind what was named: `` for a file, `/a/b` in a directory, which itself is `/`. */
  readonly path: string
  readonly isExecutable?: boolean
  readonly sha256?: string
  readonly target?: string
}

/**
 * What a file or directory is, for a name that is made of it: bytes, names, links and whether it can be run; never times and owners,
 * which are others on another computer.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a path that cannot be read.
 */
export async function describeFiles(sourcePath: string): Promise<readonly FileContent[]> {
  try {
    // What is named itself may be a link; what it leads to is taken.
    const isDirectory = (await stat(sourcePath)).isDirectory()
    return isDirectory ? await describeDirectory(sourcePath, '') : [await describeFile(sourcePath, '')]
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    const name = 'createMountableSnapshot option image'
    throw Object.assign(invalidArgument({ name, expected: 'files that can be read', given: sourcePath }), {
      cause: error,
    })
  }
}

async function describeDirectory(directory: string, shownAs: string): Promise<readonly FileContent[]> {
  const found: FileContent[] = [{ path: `${shownAs}/` }]
  for (const name of (await readdir(directory)).toSorted()) {
    const file = path.join(directory, name)
    const shown = `${shownAs}/${name}`
    const stats = await lstat(file)
    if (stats.isSymbolicLink()) found.push({ path: shown, target: await readlink(file) })
    else if (stats.isDirectory()) found.push(...(await describeDirectory(file, shown)))
    else found.push(await describeFile(file, shown))
  }
  return found
}

async function describeFile(file: string, shownAs: string): Promise<FileContent> {
  const { mode } = await stat(file)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return { path: shownAs, isExecutable: (mode & 0o111) !== 0, sha256: hash.digest('hex') }
}
