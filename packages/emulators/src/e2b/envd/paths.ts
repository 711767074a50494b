import { readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { EnvdError } from './envd-error.js'
import { unless } from './system-error.js'
import type { Account } from './users/account.js'

/** A path of a request: as the client sees it, and where it is for this process. */
export interface Located {
  readonly shown: string
  readonly actual: string
}

/**
 * Makes a path of a request absolute: `~` is the user's home, and so is the start of a relative one. Only an empty path
 * means the default directory.
 */
export function expandPath(text: string, account: Account, defaultDirectory: string | undefined): string {
  if (text.includes('\0')) throw new EnvdError('invalidArgument', `path ${JSON.stringify(text)} contains a zero byte`)
  if (text === '') return path.posix.resolve(account.home, defaultDirectory ?? '')
  if (text === '~' || text.startsWith('~/')) return path.posix.join(account.home, text.slice(1))
  if (text.startsWith('~')) {
    throw new EnvdError('invalidArgument', `cannot resolve '${text}': the home of another user is not known`)
  }
  return path.posix.resolve(account.home, text)
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
 * is refused; `link` says that the path's last part is not followed.
 */
export async function locate(shown: string, root: string, last: 'followed' | 'link' = 'link'): Promise<Located> {
  if (root === '/') return { shown, actual: shown }
  const actual = path.join(root, shown)
  if (shown === '/') return { shown, actual: root }
  const realRoot = await realpath(root)
  const real = await deepestReal(last === 'followed' ? actual : path.dirname(actual))
  const isInside = real === realRoot || real.startsWith(`${realRoot}/`)
  if (!isInside || (last === 'followed' && (await isDangling(actual)))) {
    throw new EnvdError('permissionDenied', `path '${shown}' leads out of the sandbox`)
  }
  return { shown, actual }
}
