import { lstatSync, readlinkSync } from 'node:fs'
import type { Bind } from './bind.js'

/** Namespaces and limits that every bubblewrap sandbox gets. */
const fixedArguments: readonly string[] = [
  '--die-with-parent',
  '--unshare-user-try',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  // A root user would otherwise keep the right to mount, and so to undo what follows.
  '--cap-drop',
  'ALL',
]

/** Directories with programs and libraries. */
export const systemDirectories: readonly string[] = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/snap',
  '/nix/store',
]

/** Places of which every sandbox has its own. `--dev` brings the usual devices and an empty `/dev/shm`. */
const ownMounts: readonly string[] = ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']

/** What programs need of `/etc`: names, time, certificates, the linker. Nothing that holds a secret. */
const systemSettings: readonly string[] = [
  'alternatives',
  'fonts',
  'group',
  'hosts',
  'ld.so.cache',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki',
  'protocols',
  'resolv.conf',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
].map((name) => `/etc/${name}`)

/** What a bubblewrap sandbox is made of. */
export interface BwrapPlan {
  readonly allowNetwork: boolean
  readonly allowSystemBinaries: boolean
  /** Arguments of the user that replace the generated ones. */
  readonly replacement: readonly string[] | undefined
  /** In the order in which they are mounted. */
  readonly binds: readonly Bind[]
}

/** The arguments of bubblewrap up to the command, without the directory to start in. */
export function bwrapArguments(plan: BwrapPlan): string[] {
  const { replacement, binds } = plan
  return replacement ? [...replacement, '--die-with-parent', ...binds.flatMap(bindArguments)] : generate(plan)
}

function generate({ allowNetwork, allowSystemBinaries, binds }: BwrapPlan): string[] {
  const isWholeDisk = (bind: Bind): boolean => bind.target === '/'
  const system = allowSystemBinaries ? systemArguments() : []
  return [
    ...fixedArguments,
    ...(allowNetwork ? [] : ['--unshare-net']),
    ...binds.filter(isWholeDisk).flatMap(bindArguments),
    ...system,
    ...ownMounts,
    ...binds.filter((bind) => !isWholeDisk(bind)).flatMap(bindArguments),
    // The root itself is a disk in memory, where the places to mount on had to be made; now nothing is to be put there.
    ...(binds.some(isWholeDisk) ? [] : ['--remount-ro', '/']),
  ]
}

let knownSystemArguments: readonly string[] | undefined

/** The system's programs and settings. Where they are does not change while this process runs, so they are looked up once. */
function systemArguments(): readonly string[] {
  knownSystemArguments ??= [...systemDirectories, ...systemSettings].flatMap(placeArguments)
  return knownSystemArguments
}

/** A link into /usr stays a link: each mount costs, and they would all show the same directory. */
function placeArguments(place: string): string[] {
  const target = linkTarget(place)
  return target?.startsWith('usr/') ? ['--symlink', target, place] : ['--ro-bind-try', place, place]
}

function linkTarget(place: string): string | undefined {
  const known = lstatSync(place, { throwIfNoEntry: false })
  return known?.isSymbolicLink() ? readlinkSync(place) : undefined
}

function bindArguments({ source, target, access, isFrame = false }: Bind): string[] {
  const bind = [access === 'read' ? '--ro-bind' : '--bind', source, target]
  return isFrame && access === 'write' ? [...bind, '--remount-ro', target] : bind
}
