import { mkdir, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { MachineBacking, OpenedBacking } from './backing.js'
import { openBubblewrap } from './bubblewrap/open-bubblewrap.js'
import { findCgroupTrees } from './cgroup/cgroup-tree.js'
import { directoriesOf, openHostGroups, type HostGroups } from './cgroup/host-groups.js'
import { DirectoryBacking } from './directory/directory-backing.js'
import type { RejectedBacking } from './host-description.js'
import { removeHostGroups } from './host/remove-host-groups.js'
import { longestSocketPath, machineFiles } from './host/machine-files.js'
import { makeHostRecord, writeHostRecord } from './host/host-record.js'
import { MachineError } from './machine-error.js'
import type { Backing } from './machine-types.js'
import { canFilterNetworks } from './network-filter/network-filter.js'
import { openNamespaces } from './namespaces/open-namespaces.js'

/** From the strongest to the weakest; the last always works. */
const backings: readonly (readonly [Backing, (hostDirectory: string) => Promise<OpenedBacking>])[] = [
  ['namespaces', openNamespaces],
  ['bubblewrap', openBubblewrap],
  ['directory', () => Promise.resolve(new DirectoryBacking())],
]

export interface FoundHost {
  readonly directory: string
  readonly groups: HostGroups
  readonly backing: MachineBacking
  readonly rejected: readonly RejectedBacking[]
  readonly networkFilter: boolean
}

async function firstThatWorks(
  directory: string,
  wanted: Backing | undefined,
): Promise<Pick<FoundHost, 'backing' | 'rejected'>> {
  const rejected: RejectedBacking[] = []
  for (const [name, open] of backings) {
    if (wanted !== undefined && wanted !== name) continue
    const opened = await open(directory)
    if ('backing' in opened) return { backing: opened, rejected }
    rejected.push({ backing: name, reason: opened.reason })
  }
  const reasons = rejected.map(({ backing, reason }) => `${backing}: ${reason}`)
  throw new MachineError(
    'BACKING_UNAVAILABLE',
    `the backing asked for does not work here: ${reasons.join('; ') || wanted}`,
  )
}

/** Removes a host in which nothing was started. */
async function discardHost({ groups, directory }: Pick<FoundHost, 'groups' | 'directory'>): Promise<void> {
  await removeHostGroups(groups)
  await rm(directory, { recursive: true, force: true })
}

/** Makes the host's directory and control groups, and finds the backing. Leaves nothing when it fails. */
export async function chooseBacking(wish: {
  root: string
  prefix: string
  wanted: Backing | undefined
}): Promise<FoundHost> {
  const name = `${wish.prefix}-${randomBytes(4).toString('hex')}`
  const directory = path.join(wish.root, name)
  if (machineFiles(directory, 9999).socketPath.length > longestSocketPath) {
    throw new MachineError(
      'INVALID_OPTION',
      `root: ${wish.root} is too long: the path of a socket may have ${longestSocketPath} bytes`,
    )
  }
  await mkdir(directory, { mode: 0o700 })
  let groups: HostGroups = { freezer: undefined, limits: {} }
  try {
    groups = await openHostGroups(await findCgroupTrees(), name)
    await writeHostRecord(directory, await makeHostRecord(directoriesOf(groups)))
    const networkFilter = await canFilterNetworks(groups)
    return { directory, groups, networkFilter, ...(await firstThatWorks(directory, wish.wanted)) }
  } catch (error) {
    await discardHost({ groups, directory })
    throw error
  }
}
