import { rm, stat } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { childGroups, removeGroup } from '../cgroup/cgroup-directories.js'
import { killGroup } from '../cgroup/group-control.js'
import { isErrno } from '../files/is-errno.js'
import { listIfPresent, readIfPresent } from '../files/read-if-present.js'
import { listMarkedProcesses } from '../processes/list-processes.js'
import { isAlive } from '../processes/process-identity.js'
import { signal } from '../processes/signal.js'
import { hostVariable } from './host-variable.js'
import { judgeOwner, readHostRecord, readProcesses, type HostRecord } from './host-record.js'
import { machinesDirectory } from './machine-files.js'

/** A directory without a record belongs to a host that is just being opened, or that was killed while it was. */
const openingMs = 60_000

/** `false` when processes cannot be ended, now. */
async function endProcesses(directory: string, record: HostRecord): Promise<boolean> {
  for (const { directory: group, version } of record.groups) {
    for (const child of await childGroups(group)) await killGroup(child, version)
  }
  const machines = (await listIfPresent(machinesDirectory(directory))).map((name) =>
    path.join(machinesDirectory(directory), name),
  )
  const known = (await Promise.all(machines.map((machine) => readProcesses(machine)))).flat()
  for (const identity of known) if (isAlive(identity)) signal(identity.pid, 'SIGKILL')
  for (const pid of await listMarkedProcesses(hostVariable(directory))) signal(pid, 'SIGKILL')
  const removed = await Promise.all(record.groups.map(({ directory: group }) => removeGroup(group)))
  return removed.every(Boolean)
}

/** There are none unless somebody made them by hand: machines mount in namespaces of their own. */
async function unmountBelow(directory: string): Promise<void> {
  const mountInfo = (await readIfPresent('/proc/self/mountinfo')) ?? ''
  const mountPoints = mountInfo.split('\n').flatMap((line) => line.split(' ')[4] ?? [])
  const below = mountPoints.filter((mountPoint) => mountPoint.startsWith(`${directory}/`)).toReversed()
  for (const mountPoint of below) await promisify(execFile)('umount', ['--lazy', mountPoint])
}

async function ageMs(directory: string): Promise<number> {
  try {
    return Date.now() - (await stat(directory)).mtimeMs
  } catch (error) {
    // Another host sweeps at the same time.
    if (isErrno(error, 'ENOENT')) return 0
    throw error
  }
}

/** Removes one host's remains unless it is alive, may be, or is another user's; says whether it did. */
async function sweepHost(directory: string): Promise<boolean> {
  try {
    return await sweepOwnHost(directory)
  } catch (error) {
    // Another user's: neither ours to judge nor ours to remove.
    if (isErrno(error, 'EACCES') || isErrno(error, 'EPERM')) return false
    throw error
  }
}

async function sweepOwnHost(directory: string): Promise<boolean> {
  const record = await readHostRecord(directory)
  if (!record && (await ageMs(directory)) < openingMs) return false
  const owner = record ? await judgeOwner(record) : 'dead'
  if (owner === 'alive' || owner === 'unknown') return false
  // The record stays for the next try.
  if (record && owner === 'dead' && !(await endProcesses(directory, record))) return false
  await unmountBelow(directory)
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
  return true
}

/** Removes what crashed hosts with this prefix left below `root`; says how many there were. */
export async function sweepCrashedHosts(root: string, prefix: string): Promise<number> {
  const names = (await listIfPresent(root)).filter((name) => isHostName(name, prefix))
  const swept = await Promise.all(names.map((name) => sweepHost(path.join(root, name))))
  return swept.filter(Boolean).length
}

function isHostName(name: string, prefix: string): boolean {
  return name.startsWith(`${prefix}-`) && /^[\da-f]{8}$/.test(name.slice(prefix.length + 1))
}
