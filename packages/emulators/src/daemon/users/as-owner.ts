import { chown, lchown } from 'node:fs/promises'
import type { Account } from './account.js'

/** Whether this process may act for others. */
export function canBecomeOthers(): boolean {
  return process.getuid?.() === 0
}

/** Gives a path to a user. Where the daemon is not root everything belongs to the one user it runs as. */
export async function giveTo(path: string, { uid, gid }: Account, isLink = false): Promise<void> {
  if (!canBecomeOthers()) return
  await (isLink ? lchown : chown)(path, uid, gid)
}
