import { existsSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Parts of the host's `/` that a machine sees, copy-on-write. Whatever else lies there does not exist inside. */
const system = new Set(['bin', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'nix', 'opt', 'sbin', 'usr', 'var'])

/** Directories that every machine has, and that begin empty. */
const emptied = {
  '/boot': '755',
  '/dev': '755',
  '/home': '755',
  '/media': '755',
  '/mnt': '755',
  '/proc': '555',
  '/root': '700',
  '/run': '755',
  '/srv': '755',
  '/sys': '555',
  '/tmp': '1777',
} as const satisfies Record<string, string>

/** Emptied as well, where the host has them: they may hold what people or services of the host keep private. */
const emptiedIfPresent = {
  '/etc/ssl/private': '710',
  '/var/backups': '755',
  '/var/log': '755',
  '/var/mail': '2775',
  '/var/spool/cron': '755',
  '/var/tmp': '1777',
} as const satisfies Record<string, string>

/** Files of the host that do not exist inside. */
const removed = ['/etc/passwd-', '/etc/shadow-', '/etc/group-', '/etc/gshadow-', '/etc/krb5.keytab']

export interface Masks {
  /** Directories that begin empty, and their modes. */
  readonly emptied: readonly (readonly [directory: string, mode: string])[]
  readonly removed: readonly string[]
}

/** Programs may run from below these; a project may live there too. */
const projectParents = ['/opt', '/var', '/usr/src', '/usr/local/src']

function isRealDirectory(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
}

function sshHostKeys(): string[] {
  if (!existsSync('/etc/ssh')) return []
  return readdirSync('/etc/ssh')
    .filter((name) => name.startsWith('ssh_host_'))
    .map((name) => path.join('/etc/ssh', name))
}

/** What a machine must not see of the host: other people's files, the project the emulator runs in, keys. */
export function planMasks(workingDirectory: string = process.cwd()): Masks {
  const own = Object.entries(emptied)
  const present = Object.entries(emptiedIfPresent).filter(([directory]) => isRealDirectory(directory))
  const isProject = projectParents.some((parent) => workingDirectory.startsWith(`${parent}/`))
  const project: [string, string][] = isProject ? [[workingDirectory, '755']] : []
  const strangers = readdirSync('/')
    .filter((name) => !system.has(name) && !Object.hasOwn(emptied, `/${name}`))
    .map((name) => `/${name}`)
  const files = removed.filter((file) => existsSync(file))
  return { emptied: [...own, ...present, ...project], removed: [...strangers, ...files, ...sshHostKeys()] }
}
