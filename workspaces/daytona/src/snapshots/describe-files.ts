import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { invalidArgument } from '@caisson/core/workspace'

/** A file or directory of this computer that an image takes in. */
interface Context {
  readonly sourcePath: string
  readonly archivePath: string
}

/** One entry, as far as it makes a difference in an image. */
interface FileContent {
  readonly path: string
  readonly isExecutable?: boolean
  readonly sha256?: string
  readonly target?: string
}

/**
 * What files are, for a name that is made of them: bytes, names, links and whether they can be run; never times and owners,
 * which are others on another computer.
 *
 * Throws `SandboxError` INVALID_ARGUMENT for a path that cannot be read.
 */
export async function describeFiles(contexts: readonly Context[]): Promise<readonly FileContent[]> {
  const found: FileContent[] = []
  for (const { sourcePath, archivePath } of contexts) {
    try {
      // What is named itself may be a link; what it leads to is taken.
      const isDirectory = (await stat(sourcePath)).isDirectory()
      if (isDirectory) found.push(...(await describeDirectory(sourcePath, archivePath)))
      else found.push(await describeFile(sourcePath, archivePath))
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      const name = 'createMountableSnapshot option image'
      throw Object.assign(invalidArgument({ name, expected: 'files that can be read', given: sourcePath }), {
        cause: error,
      })
    }
  }
  return found
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
