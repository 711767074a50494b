import { lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { MachineStart } from '../backing.js'
import { insideBinds, insideRoot } from '../inside-machine.js'
import type { SharedPath } from '../machine-types.js'
import type { Masks } from '../namespaces/masks.js'
import { accountBinds } from './account-binds.js'

/** All of the host, read-only, but its devices and processes. */
const hostView = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc']

/** Parts of the machine's `/` that can be written. */
const writable = ['home', 'root', 'tmp', 'var/tmp']

function mask(target: string): string[] {
  const stat = lstatSync(target, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return ['--tmpfs', target]
  return stat?.isFile() ? ['--ro-bind', '/dev/null', target] : []
}

function bind({ source, target, readOnly = false }: SharedPath): string[] {
  return [readOnly ? '--ro-bind' : '--bind', realpathSync(source), target]
}

/** Everything before the command: bubblewrap works through its arguments in order. */
export function bubblewrapArguments(start: MachineStart, masks: Masks, isRoot: boolean): string[] {
  const { files, options } = start
  const emptied = masks.emptied
    .map(([directory]) => directory)
    .filter((directory) => !['/dev', '/proc', '/sys'].includes(directory))
  return [
    '--die-with-parent',
    ...['pid', 'ipc', 'uts'].map((kind) => `--unshare-${kind}`),
    ...(options.network === 'private' ? ['--unshare-net'] : []),
    // Only one user can exist: who started this, called root inside.
    ...(isRoot ? [] : ['--unshare-user', '--uid', '0', '--gid', '0']),
    '--hostname',
    options.hostname ?? options.id,
    ...hostView,
    ...[...emptied, ...masks.removed].flatMap((target) => mask(target)),
    ...writable.flatMap((name) => ['--bind', path.join(files.disk, name), `/${name}`]),
    // A daemon that gives up root's rights still finds its parts; what bubblewrap makes for binds is closed to others.
    '--dir',
    insideRoot,
    ...[...accountBinds(files), ...insideBinds(start)].flatMap((entry) => bind(entry)),
    '--chdir',
    '/',
  ]
}
