import { accessSync, constants } from 'node:fs'
import type { Account } from '../../../daemon/users/account.js'
import { canBecomeOthers } from '../../../daemon/users/as-owner.js'
import type { ProcessSpec } from './process-backend.js'

/** A program to start, and as whom. */
export interface LaunchPlan {
  readonly file: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

const shell = '/bin/sh'
const setpriv = '/usr/bin/setpriv'

function exists(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * How a command is started as a user. A shell in between turns a missing command into exit code 127 with a message, as
 * people know it. Node and the terminal library forget a user's further groups; `setpriv` sets them.
 */
export function launchPlan({ command, args }: ProcessSpec, account: Account, needsGroups: boolean): LaunchPlan {
  const shellArgs = ['-c', 'exec "$@"', shell, command, ...args]
  if (!canBecomeOthers()) return { file: shell, args: shellArgs }
  const { uid, gid, groups } = account
  if (!(needsGroups || groups.length > 0) || !exists(setpriv)) return { file: shell, args: shellArgs, uid, gid }
  const grouping = groups.length > 0 ? ['--groups', groups.join(',')] : ['--clear-groups']
  const identity = ['--reuid', String(uid), '--regid', String(gid), ...grouping]
  return { file: setpriv, args: [...identity, '--', shell, ...shellArgs] }
}
