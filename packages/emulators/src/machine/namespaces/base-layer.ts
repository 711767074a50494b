import { createHash } from 'node:crypto'
import path from 'node:path'
import type { MachineOptions, MachineUser } from '../machine-types.js'
import { makeAccounts, makeSudoers } from './accounts.js'
import type { HostFacts } from './host-facts.js'
import type { Masks } from './masks.js'
import type { Operation } from './plan.js'

type Owner = Pick<MachineUser, 'uid' | 'gid'>

type TextFile = readonly [path: string, mode: string, content: string]

function systemFiles(options: MachineOptions, hostname: string, facts: HostFacts): TextFile[] {
  const accounts = makeAccounts(options.user, facts.passwd, facts.group)
  const names = `127.0.0.1\tlocalhost ${hostname}\n::1\tlocalhost ip6-localhost ip6-loopback\n`
  const machineId = createHash('sha256').update(options.id).digest('hex').slice(0, 32)
  return [
    ['/etc/passwd', '644', accounts.passwd],
    ['/etc/group', '644', accounts.group],
    ['/etc/shadow', '640', accounts.shadow],
    ['/etc/gshadow', '640', accounts.gshadow],
    ['/etc/sudoers', '440', makeSudoers(options.user)],
    ['/etc/hostname', '644', `${hostname}\n`],
    ['/etc/hosts', '644', names],
    ['/etc/machine-id', '444', `${machineId}\n`],
    ['/etc/resolv.conf', '644', options.network === 'private' ? '' : facts.resolver],
    // Vendors' machines let the user show FUSE mounts to others, which `sudo`-mounted buckets need.
    ['/etc/fuse.conf', '644', 'user_allow_other\n'],
  ]
}

function parentsOf(target: string): string[] {
  const parent = path.posix.dirname(target)
  return parent === '/' ? [] : [...parentsOf(parent), parent]
}

function homeOperations(base: string, home: string, owner: Owner, skeleton: HostFacts['skeleton']): Operation[] {
  return skeleton.map(([name, content]) => ['file', `${base}${home}/${name}`, '644', owner.uid, owner.gid, content])
}

const root: Owner = { uid: 0, gid: 0 }

/**
 * Makes the lowest own layer of a machine, between the host's `/` and what the machine writes: who exists, what it is called, and what of the
 * host is hidden. It lies in memory and is made anew for each start, so a copy of the machine's disk holds none of it.
 */
export function baseLayerOperations(
  base: string,
  options: MachineOptions,
  hostname: string,
  { facts, masks }: { facts: HostFacts; masks: Masks },
): Operation[] {
  const operations: Operation[] = []
  const made = new Set<string>()
  const directory = (target: string, mode: string, { uid, gid }: Owner = root) => {
    if (made.has(target)) return
    for (const parent of parentsOf(target)) directory(parent, '755')
    made.add(target)
    operations.push(['directory', base + target, mode, uid, gid])
  }
  for (const [target, mode] of masks.emptied) {
    directory(target, mode)
    operations.push(['opaque', base + target])
  }
  const home = `/home/${options.user.name}`
  directory(home, '755', options.user)
  for (const log of facts.logDirectories) directory(log.path, log.mode, log)
  for (const [target, mode, content] of systemFiles(options, hostname, facts)) {
    directory(path.posix.dirname(target), '755')
    operations.push(['file', base + target, mode, 0, 0, content])
  }
  for (const target of masks.removed) {
    const parent = path.posix.dirname(target)
    if (parent !== '/') directory(parent, '755')
    // To overlayfs, a character device 0:0 says that the name does not exist.
    operations.push(['device', base + target, '0', 0, 0])
  }
  operations.push(...homeOperations(base, '/root', root, facts.skeleton))
  operations.push(...homeOperations(base, home, options.user, facts.skeleton))
  return operations
}
