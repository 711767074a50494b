import type { LocalMachine } from '../local-machine.js'
import { readProcFile } from '../process/process-table.js'
import { findTree } from '../process/process-tree.js'

/**
 * Whether a running command still sees what was unmounted on the host: an isolated one has a view of its own of what was
 * mounted when it was started, and keeps it until it ends.
 */
export function isStillSeen({ processes }: LocalMachine, target: string): boolean {
  if (processes.running.size === 0) return false
  return findTree({ tag: processes.tag.machine }).some(({ pid }) => {
    const mounts = readProcFile(pid, 'mountinfo')?.toString() ?? ''
    return mounts.split('\n').some((line) => line.split(' ')[4] === target)
  })
}
