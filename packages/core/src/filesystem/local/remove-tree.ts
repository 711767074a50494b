import { readdir, rmdir, unlink } from 'node:fs/promises'
import { throwIfAborted } from '../throw-if-aborted.js'
import { inBatches } from '../in-batches.js'
import type { DirectoryAnchor } from './directory-anchor.js'
import { hasErrorCode } from './has-error-code.js'
import type { LocalGuard } from './local-guard.js'
import type { LocalTarget } from './local-target.js'

/**
 * Removes a directory of an open parent with all it holds, names that are no valid text included. Each level is entered without following links, so that a
 * directory replaced by a link meanwhile loses the link, not what it points at.
 */
export async function removeTree(
  guard: LocalGuard,
  parent: DirectoryAnchor,
  name: string | Buffer,
  target: LocalTarget,
): Promise<void> {
  const directory = await guard.enter(parent, name)
  try {
    const entries = await readdir(directory.at(), { withFileTypes: true, encoding: 'buffer' })
    const files = entries.filter((entry) => !entry.isDirectory())
    await inBatches(files, async (file) => {
      throwIfAborted(target.signal, target.path, target.operation)
      await removeFile(directory.atBytes(file.name))
    })
    for (const entry of entries) {
      if (!entry.isDirectory()) continue
      throwIfAborted(target.signal, target.path, target.operation)
      await removeTree(guard, directory, entry.name, target)
    }
  } finally {
    directory.close()
  }
  await rmdir(typeof name === 'string' ? parent.at(name) : parent.atBytes(name))
}

async function removeFile(location: Buffer): Promise<void> {
  try {
    await unlink(location)
  } catch (error) {
    // Gone already is what was wanted.
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
}
