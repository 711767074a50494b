import path from 'node:path'
import { signal } from '../processes/signal.js'
import { processesOf, removeGroup, tryWriteGroup, waitForGroup, writeGroup } from './cgroup-directories.js'
import type { ProcessControl } from './process-control.js'

/**
 * How long to wait until the kernel says that all is frozen. A process that waits inside the kernel, say for a FUSE server that was frozen
 * before it, is reported late or never; it freezes before it can run again, so the machine stands still all the same.
 */
const freezeTimeoutMs = 500

/** How a version of control groups stops and continues processes. */
interface FreezerFiles {
  readonly file: string
  readonly frozen: string
  readonly thawed: string
  readonly stateFile: string
  readonly isFrozen: RegExp
  readonly isThawed: RegExp
}

const freezerFiles = {
  1: {
    file: 'freezer.state',
    frozen: 'FROZEN',
    thawed: 'THAWED',
    stateFile: 'freezer.state',
    isFrozen: /^FROZEN/,
    isThawed: /^THAWED/,
  },
  2: {
    file: 'cgroup.freeze',
    frozen: '1',
    thawed: '0',
    stateFile: 'cgroup.events',
    isFrozen: /^frozen 1$/m,
    isThawed: /^frozen 0$/m,
  },
} as const satisfies Record<1 | 2, FreezerFiles>

/** Ends everything in a group, frozen or not. */
export async function killGroup(group: string, version: 1 | 2): Promise<void> {
  if (version === 2 && (await tryWriteGroup(group, 'cgroup.kill', '1'))) return
  for (const pid of await processesOf(group)) signal(pid, 'SIGKILL')
  // In version 1 a frozen process takes its signals when it is thawed.
  await tryWriteGroup(group, freezerFiles[version].file, freezerFiles[version].thawed)
}

/** Controls a machine by the control group its processes are in. `groups` are all that were made for it, the freezer's first. */
export function groupControl(version: 1 | 2, freezer: string, groups: readonly string[]): ProcessControl {
  const files = freezerFiles[version]
  const set = async (value: string, reached: RegExp) => {
    await writeGroup(freezer, files.file, value)
    await waitForGroup(freezer, files.stateFile, reached, freezeTimeoutMs)
  }
  return {
    ...(version === 2 ? { networkGroup: freezer } : {}),
    joinFiles: groups.map((group) => path.join(group, 'cgroup.procs')),
    freeze: () => set(files.frozen, files.isFrozen),
    thaw: () => set(files.thawed, files.isThawed),
    async kill({ initPid }) {
      await killGroup(freezer, version)
      signal(initPid, 'SIGKILL')
    },
    async remove() {
      const removed = await Promise.all(groups.map((group) => removeGroup(group)))
      return removed.every(Boolean)
    },
  }
}
