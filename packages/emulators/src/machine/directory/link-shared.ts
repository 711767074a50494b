import { lstat, mkdir, realpath, symlink, unlink } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../files/is-errno.js'
import { MachineError } from '../machine-error.js'
import type { SharedPath } from '../machine-types.js'

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink()
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false
    throw error
  }
}

/** Puts a symbolic link to a shared path on a disk. Nothing but an earlier link is removed, and no link is made outside the disk. */
export async function linkShared(disk: string, { source, target }: SharedPath): Promise<void> {
  const link = path.join(disk, target)
  const parent = path.dirname(link)
  await mkdir(parent, { recursive: true })
  const real = await realpath(parent)
  // A layer may hold links of its own, made by whatever ran in the machine it was copied from.
  if (real !== disk && !real.startsWith(`${disk}/`)) {
    throw new MachineError('INVALID_OPTION', `shared: ${target} leads out of the machine's disk`)
  }
  if (await isLink(link)) await unlink(link)
  await symlink(source, link)
}
