import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { EnvdError } from '../envd-error.js'
import type { Located } from '../../../daemon/paths.js'
import { systemCode, unless } from '../../../daemon/system-error.js'
import type { Account } from '../../../daemon/users/account.js'
import { giveTo } from '../../../daemon/users/as-owner.js'

async function isDirectory(file: string): Promise<boolean | undefined> {
  const stats = await unless(['ENOENT'], undefined, () => stat(file))
  return stats?.isDirectory()
}

/** Whether this call made it: another one may do so at the same time. */
async function makeOne(directory: string, account: Account): Promise<boolean> {
  try {
    await mkdir(directory, 0o755)
  } catch (error) {
    if (systemCode(error) === 'EEXIST' && (await isDirectory(directory)) === true) return false
    throw error
  }
  await giveTo(directory, account)
  return true
}

/**
 * Makes a directory and the missing ones above it; each that is made belongs to the user. Returns whether the last one
 * was made.
 */
export async function ensureDirectory({ shown, actual }: Located, account: Account): Promise<boolean> {
  const state = await isDirectory(actual)
  if (state === true) return false
  if (state === false) throw new EnvdError('invalidArgument', `path '${shown}' is a file`)
  const above = { shown: path.dirname(shown), actual: path.dirname(actual) }
  if (above.actual !== actual) await ensureDirectory(above, account)
  return makeOne(actual, account)
}
