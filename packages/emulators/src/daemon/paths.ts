import { readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { unless } from './system-error.js'

/** A path of a request: as the client sees it, and where it is for this process. */
export interface Located {
  readonly shown: string
  readonly actual: string
}

/** A path leads out of the folder that stands for `/`. */
export class OutsideRootError extends Error {
  override readonly name = 'OutsideRootError'

  constructor(shown: string) {
    super(`path '${shown}' leads out of the sandbox`)
  }
}

/** The real path of the deepest part that exists, so that a link cannot lead out of a folder that stands for `/`. */
async function deepestReal(file: string): Promise<string> {
  const real = await unless(['ENOENT', 'ENOTDIR'], undefined, () => realpath(file))
  return real ?? deepestReal(path.dirname(file))
}

/** A link to nothing would be followed when the file is made. */
async function isDangling(file: string): Promise<boolean> {
  const link = await unless(['ENOENT', 'ENOTDIR', 'EINVAL'], undefined, () => readlink(file))
  return link !== undefined && (await unless(['ENOENT', 'ENOTDIR'], undefined, () => realpath(file))) === undefined
}

/**
 * Finds the place of a path that is absolute for the client. Where a folder stands for `/`, a path that leads out of it
 * is refused with an `OutsideRootError`; `link` says that the path's last part is not followed.
 */
export async function locate(shown: string, root: string, last: 'followed' | 'link' = 'link'): Promise<Located> {
  if (root === '/') return { shown, actual: shown }
  const actual = path.join(root, shown)
  if (shown === '/') return { shown, actual: root }
  const realRoot = await realpath(root)
  const real = await deepestReal(last === 'followed' ? actual : path.dirname(actual))
  const isInside = real === realRoot || real.startsWith(`${realRoot}/`)
  if (!isInside || (last === 'followed' && (await isDangling(actual)))) throw new OutsideRootError(shown)
  return { shown, actual }
}
