import path from 'node:path'
import type { Account } from '../../daemon/users/account.js'
import { EnvdError } from './envd-error.js'

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
