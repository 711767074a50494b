import { readFile, readlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../files/is-errno.js'
import { readIfPresent } from '../files/read-if-present.js'
import { identify, isAlive, type ProcessIdentity } from '../processes/process-identity.js'

/** What a host of machines leaves for the next one, in case it is killed. */
export interface HostRecord {
  readonly owner: ProcessIdentity
  /** Changes when the computer starts anew; empty where that is not known. */
  readonly boot: string
  /** Where `owner.pid` counts; empty where there is one place only. */
  readonly pidNamespace: string
  readonly groups: readonly { readonly directory: string; readonly version: 1 | 2 }[]
}

const hostFile = 'host.json'
const processesFile = 'processes.json'

async function readPidNamespace(): Promise<string> {
  return process.platform === 'linux' ? readlink('/proc/self/ns/pid') : ''
}

async function readBoot(): Promise<string> {
  return ((await readIfPresent('/proc/sys/kernel/random/boot_id')) ?? '').trim()
}

/** Describes this process as the owner. */
export async function makeHostRecord(groups: HostRecord['groups']): Promise<HostRecord> {
  const owner = identify(process.pid) ?? { pid: process.pid, startTime: '' }
  return { owner, boot: await readBoot(), pidNamespace: await readPidNamespace(), groups }
}

export async function writeHostRecord(directory: string, record: HostRecord): Promise<void> {
  await writeFile(path.join(directory, hostFile), JSON.stringify(record), { mode: 0o600 })
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    // Half a file, when its writer was killed.
    if (isErrno(error, 'ENOENT') || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** `undefined` when there is none, or only a part of one. */
export async function readHostRecord(directory: string): Promise<HostRecord | undefined> {
  return readJson(path.join(directory, hostFile))
}

/**
 * `dead`: its processes and groups may be ended and removed. `rebooted`: there are none. `unknown`: it lives in another pid namespace that
 * shares these directories, so that nothing can be said.
 */
export async function judgeOwner(record: HostRecord): Promise<'alive' | 'dead' | 'rebooted' | 'unknown'> {
  if (record.boot !== (await readBoot())) return 'rebooted'
  if (record.pidNamespace !== (await readPidNamespace())) return 'unknown'
  return isAlive(record.owner) ? 'alive' : 'dead'
}

/** Records the processes of a machine, so that they can be ended when the host is no more. */
export async function writeProcesses(machineDirectory: string, processes: readonly ProcessIdentity[]): Promise<void> {
  await writeFile(path.join(machineDirectory, processesFile), JSON.stringify(processes), { mode: 0o600 })
}

export async function readProcesses(machineDirectory: string): Promise<readonly ProcessIdentity[]> {
  return (await readJson<ProcessIdentity[]>(path.join(machineDirectory, processesFile))) ?? []
}
