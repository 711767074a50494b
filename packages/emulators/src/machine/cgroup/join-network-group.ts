import { createHash } from 'node:crypto'
import path from 'node:path'
import { idOfGroup, makeGroup, removeUnusedGroup, tryWriteGroup } from './cgroup-directories.js'
import type { NetworkPlace, ProcessControl } from './process-control.js'

/** Another machine that ends may take the group away before there is a machine in it. */
const attempts = 50

/** Where the groups of machines that reach each other are; names of machines are numbers, so they do not meet. */
export function networkGroupDirectory(host: string, networkGroup: string): string {
  const name = createHash('sha256').update(networkGroup).digest('hex').slice(0, 16)
  return path.join(host, `network-${name}`)
}

/** Makes a machine's control group in that of its network group; `false` where this process may not. */
export async function makeNetworkMember(
  parent: string,
  machine: string,
  controllers: readonly string[],
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (!(await makeGroup(parent))) return false
    for (const name of controllers) await tryWriteGroup(parent, 'cgroup.subtree_control', `+${name}`)
    if (await makeGroup(path.join(parent, machine))) return true
  }
  return false
}

/** Adds to the control of a machine what its network group needs. */
export async function withNetworkPlace(control: ProcessControl, member: string): Promise<ProcessControl> {
  const parent = path.dirname(member)
  const networkPlace: NetworkPlace = {
    machine: await idOfGroup(member),
    group: await idOfGroup(parent),
    host: await idOfGroup(path.dirname(parent)),
  }
  const remove = async (): Promise<boolean> => {
    const isRemoved = await control.remove()
    await removeUnusedGroup(parent)
    return isRemoved
  }
  return { ...control, networkPlace, remove }
}
