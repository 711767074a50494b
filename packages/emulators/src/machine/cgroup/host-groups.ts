import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { MachineError } from '../machine-error.js'
import { isErrno } from '../files/is-errno.js'
import { readIfPresent } from '../files/read-if-present.js'
import { makeGroup, removeGroup, tryWriteGroup } from './cgroup-directories.js'
import type { CgroupTree } from './cgroup-tree.js'
import { groupControl } from './group-control.js'
import { makeNetworkMember, networkGroupDirectory, withNetworkPlace } from './join-network-group.js'
import type { ProcessControl } from './process-control.js'
import { signalControl } from './signal-control.js'

type LimitKind = 'memory' | 'pids'

type MachineLimits = Readonly<Partial<Record<LimitKind, number>>>

/** The group of this host of machines in one hierarchy; the machines' groups lie in it. */
interface HostGroup {
  readonly version: 1 | 2
  readonly directory: string
}

/** The file that sets a limit. */
const limitFiles = {
  memory: { 1: 'memory.limit_in_bytes', 2: 'memory.max' },
  pids: { 1: 'pids.max', 2: 'pids.max' },
} as const satisfies Record<LimitKind, Record<1 | 2, string>>

const limitKinds = ['memory', 'pids'] as const satisfies readonly LimitKind[]

/** The control groups of one host of machines. */
export interface HostGroups {
  readonly freezer: HostGroup | undefined
  readonly limits: Readonly<Partial<Record<LimitKind, HostGroup>>>
}

async function mayMakeGroupsIn(directory: string): Promise<boolean> {
  try {
    await access(directory, constants.W_OK)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS')) return false
    throw error
  }
}

/** From a group up to the root of its hierarchy. */
function selfAndAncestors(own: string): string[] {
  return own === '/' ? ['/'] : [own, ...selfAndAncestors(path.posix.dirname(own))]
}

/** What a version 2 group can hand to the groups below it. */
async function controllersOf(directory: string): Promise<LimitKind[]> {
  const names = ((await readIfPresent(path.join(directory, 'cgroup.controllers'))) ?? '').trim().split(' ')
  return limitKinds.filter((kind) => names.includes(kind))
}

/**
 * Version 2: the nearest group, from this process's own upwards, below which the limits work. Groups of others are not changed: only what
 * they already hand down is used. Without any, the nearest where a group can be made at all, for freezing.
 */
async function findUnifiedGroup(
  trees: readonly CgroupTree[],
  name: string,
): Promise<{ group: HostGroup; kinds: LimitKind[] } | undefined> {
  const tree = trees.find(({ version }) => version === 2)
  if (!tree) return undefined
  let best: { group: HostGroup; kinds: LimitKind[] } | undefined
  for (const ancestor of selfAndAncestors(tree.ownPath)) {
    const directory = path.join(tree.mountPoint, ancestor, name)
    if (!(await makeGroup(directory))) continue
    const kinds = await controllersOf(directory)
    const isBetter = best === undefined || kinds.length > best.kinds.length
    const discarded = isBetter ? best?.group.directory : directory
    if (discarded !== undefined) await removeGroup(discarded)
    if (isBetter) best = { group: { version: 2, directory }, kinds }
    if (kinds.length === limitKinds.length) break
  }
  return best
}

async function canFreeze(group: HostGroup): Promise<boolean> {
  return (await readIfPresent(path.join(group.directory, 'cgroup.freeze'))) !== undefined
}

/** Version 1: below this process's own group, so that the limits set for this process hold for its machines too. */
async function findOldGroup(
  trees: readonly CgroupTree[],
  controller: string,
  name: string,
): Promise<HostGroup | undefined> {
  const tree = trees.find(({ version, controllers }) => version === 1 && controllers.includes(controller))
  if (!tree) return undefined
  const parent = path.join(tree.mountPoint, tree.ownPath)
  return (await mayMakeGroupsIn(parent)) ? { version: 1, directory: path.join(parent, name) } : undefined
}

/** Chooses, among the hierarchies found here, those that freeze and limit machines. `name` must be unique on this computer. */
export async function openHostGroups(trees: readonly CgroupTree[], name: string): Promise<HostGroups> {
  const unified = await findUnifiedGroup(trees, name)
  const limits: Partial<Record<LimitKind, HostGroup>> = {}
  for (const kind of limitKinds) {
    const group = unified?.kinds.includes(kind) ? unified.group : await findOldGroup(trees, kind, name)
    if (group) limits[kind] = group
  }
  for (const kind of unified?.kinds ?? [])
    await tryWriteGroup(unified?.group.directory ?? '', 'cgroup.subtree_control', `+${kind}`)
  const freezes = unified !== undefined && (await canFreeze(unified.group))
  return { freezer: freezes ? unified.group : await findOldGroup(trees, 'freezer', name), limits }
}

/** Every directory that this host may have made, once each. */
export function directoriesOf({ freezer, limits }: HostGroups): { directory: string; version: 1 | 2 }[] {
  const all = [freezer, ...Object.values(limits)].flatMap((group) => (group ? [group] : []))
  return [...new Map(all.map((group) => [group.directory, group])).values()]
}

/** What the control groups of a machine are made for. */
export interface MachineGroupOptions {
  readonly limits: MachineLimits
  /** See `MachineOptions`. Only where the freezer's control groups have version 2. */
  readonly networkGroup?: string | undefined
}

/** Where a machine's group is in a hierarchy: in that of the host, or in that of its network group, which is there. */
function memberDirectory(host: HostGroups, group: HostGroup, machine: string, networkGroup?: string): string {
  const isNested = networkGroup !== undefined && group === host.freezer && group.version === 2
  return path.join(isNested ? networkGroupDirectory(group.directory, networkGroup) : group.directory, machine)
}

/** Makes the groups of one machine. Without a freezer its processes are controlled by signals, and limits are not enforced. */
export async function openMachineGroups(
  host: HostGroups,
  machine: string,
  { limits, networkGroup }: MachineGroupOptions,
): Promise<ProcessControl> {
  const { freezer } = host
  if (!freezer) return signalControl
  const settings = limitKinds.flatMap((kind) => {
    const [value, group] = [limits[kind], host.limits[kind]]
    if (value === undefined || !group) return []
    return [{ group, file: limitFiles[kind][group.version], value }]
  })
  const parents = [...new Set([freezer, ...settings.map(({ group }) => group)])]
  const inherited = limitKinds.filter((kind) => host.limits[kind] === freezer)
  const directoryIn = (group: HostGroup): string => memberDirectory(host, group, machine, networkGroup)
  for (const group of parents) {
    const parent = path.dirname(directoryIn(group))
    const controllers = parent === group.directory ? [] : inherited
    const made = (await makeGroup(group.directory)) && (await makeNetworkMember(parent, machine, controllers))
    if (!made) throw new MachineError('START_FAILED', `could not make a control group in ${group.directory}`)
  }
  for (const { group, file, value } of settings) await tryWriteGroup(directoryIn(group), file, String(value))
  const member = directoryIn(freezer)
  const control = groupControl(freezer.version, member, parents.map(directoryIn))
  const isNested = path.dirname(member) !== freezer.directory
  return isNested ? withNetworkPlace(control, member) : control
}
