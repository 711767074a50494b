import { readlink, rmdir } from 'node:fs/promises'
import { sh } from '../../../driver/shell-command.js'
import type { LocalMachine } from '../local-machine.js'
import { readProcFile } from '../process/process-table.js'
import { findTree } from '../process/process-tree.js'
import { systemCode } from '../start-failure.js'
import type { BucketPlace } from './bucket-place.js'
import { runOnHost } from './run-on-host.js'

/** How long one unmount may take, in milliseconds. */
const timeoutMs = 10_000

/**
 * Takes a mount out of the views of isolated commands that run: each has a view of its own of what was mounted when it was
 * started, which would keep the mount alive until the command ends. It is unmounted, and removing the mount point ends it in
 * all views. Returns whether that was necessary. What is in use on the host itself is left for the mounter to unmount.
 */
export async function removeFromViews(machine: LocalMachine, { target, isNested }: BucketPlace): Promise<boolean> {
  if (!(await isInOtherViews(machine, target))) return false
  const unmount = sh`umount -- ${target} || fusermount3 -u -- ${target} || fusermount -u -- ${target}`
  if ((await runOnHost(machine, unmount, { timeoutMs })).exitCode !== 0) return false
  // The directory below a nested mount belongs to the bucket around it, and it ends in all views with that one.
  if (!isNested) await rmdir(target)
  return true
}

async function isInOtherViews({ processes }: LocalMachine, target: string): Promise<boolean> {
  if (processes.running.size === 0) return false
  const own = await viewOf('self')
  for (const { pid } of findTree({ tag: processes.tag.machine })) {
    if ((await viewOf(pid)) === own) continue
    const mounts = readProcFile(pid, 'mountinfo')?.toString() ?? ''
    if (mounts.split('\n').some((line) => line.split(' ')[4] === target)) return true
  }
  return false
}

/** Names the mounts that a process sees; `undefined` when it has ended. */
async function viewOf(pid: number | 'self'): Promise<string | undefined> {
  try {
    return await readlink(`/proc/${pid}/ns/mnt`)
  } catch (error) {
    if (gone.has(systemCode(error))) return undefined
    throw error
  }
}

const gone: ReadonlySet<string> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'])
