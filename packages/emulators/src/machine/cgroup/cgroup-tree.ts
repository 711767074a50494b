import { readIfPresent } from '../files/read-if-present.js'

/** A mounted hierarchy of control groups, and where this process is in it. */
export interface CgroupTree {
  readonly version: 1 | 2
  /** Controllers of a version 1 hierarchy; empty for version 2. */
  readonly controllers: readonly string[]
  readonly mountPoint: string
  /** This process's group below the mount point: absolute, `/` for the root. */
  readonly ownPath: string
}

interface CgroupMount {
  readonly version: 1 | 2
  readonly options: readonly string[]
  readonly mountPoint: string
  /** What of the hierarchy is mounted; other than `/` in containers. */
  readonly root: string
}

/** mountinfo writes some characters in octal. */
function unescapeMount(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)))
}

function parseMounts(mountInfo: string): CgroupMount[] {
  return mountInfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '/', mountPoint = ''] = before.split(' ')
    const [type, , options = ''] = after.split(' ')
    if (type !== 'cgroup' && type !== 'cgroup2') return []
    const version = type === 'cgroup' ? 1 : 2
    return [{ version, options: options.split(','), mountPoint: unescapeMount(mountPoint), root } as const]
  })
}

/** Rows of /proc/self/cgroup: `id:controllers:path`; no controllers for version 2. */
function parseOwnPaths(text: string): { controllers: readonly string[]; path: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, controllers, ...path] = line.split(':')
    if (controllers === undefined || path.length === 0) return []
    return [{ controllers: controllers === '' ? [] : controllers.split(','), path: path.join(':') }]
  })
}

function relativeTo(root: string, own: string): string {
  if (root === '/') return own
  return own === root || own.startsWith(`${root}/`) ? own.slice(root.length) || '/' : '/'
}

/** Finds the hierarchies in the texts of /proc/self/mountinfo and /proc/self/cgroup. */
export function parseCgroupTrees(mountInfo: string, ownGroups: string): CgroupTree[] {
  const own = parseOwnPaths(ownGroups)
  return parseMounts(mountInfo).flatMap(({ version, options, mountPoint, root }) => {
    const match = own.find(({ controllers }) =>
      version === 2
        ? controllers.length === 0
        : controllers.length > 0 && controllers.every((c) => options.includes(c)),
    )
    if (!match) return []
    return [{ version, controllers: match.controllers, mountPoint, ownPath: relativeTo(root, match.path) }]
  })
}

/** The hierarchies mounted here; none outside Linux. */
export async function findCgroupTrees(): Promise<CgroupTree[]> {
  const [mountInfo, own] = await Promise.all([
    readIfPresent('/proc/self/mountinfo'),
    readIfPresent('/proc/self/cgroup'),
  ])
  return parseCgroupTrees(mountInfo ?? '', own ?? '')
}
