import { realpathSync, statSync } from 'node:fs'
import type { MachineStart } from '../backing.js'
import { daemonEnvironment } from '../daemon-environment.js'
import { insideBinds, insideCommand, insideRoot, insideSocket } from '../inside-machine.js'
import { MachineError } from '../machine-error.js'
import type { MachineOptions, SharedPath } from '../machine-types.js'
import { baseLayerOperations } from './base-layer.js'
import { deviceOperations } from './devices.js'
import { addressOf } from '../network-filter/address-of.js'
import type { HostFacts } from './host-facts.js'
import type { Masks } from './masks.js'
import { mountFlags, namespaceFlags, type Operation } from './plan.js'
import { protectionOperations } from './protect-host.js'

const hostRoot = `${insideRoot}/host`

/**
 * `redirect_dir`: directories of lower layers can be renamed. `metacopy=off`: an upper layer holds whole files, so that a copy of it is a
 * layer. `volatile`: nothing is flushed, as a machine does not outlive its host; installing packages takes half the time.
 */
const overlayOptions = 'redirect_dir=on,metacopy=off,index=off,xino=off,volatile'

/** Of overlayfs. */
const mostLayers = 500

function escapeLayer(directory: string): string {
  return directory.replaceAll(/[\\:,]/g, String.raw`\$&`)
}

function overlay(target: string, lower: readonly string[], rest: string, flags = 0): Operation {
  const data = `lowerdir=${lower.map((layer) => escapeLayer(layer)).join(':')}${rest}`
  if (lower.length > mostLayers) {
    throw new MachineError('INVALID_OPTION', `layers: ${lower.length} are too many for overlayfs; copy some into one`)
  }
  return ['mount', 'overlay', target, 'overlay', flags, data]
}

/**
 * Gives layers short names below the present directory: all that a mount is told must fit into one page, and a disk that was copied again
 * and again has many layers.
 */
function nameOperations(directory: string, layers: readonly string[]): Operation[] {
  const links = layers.map((layer, index) => ['symlink', layer, `${directory}/${index}`] as const)
  return [['directory', directory, '755', 0, 0], ...links, ['enter', directory]]
}

/**
 * The machine's `/`: what it writes, over the layers, over the base layer, over the host's `/`. Overlayfs refuses layers that lie inside
 * one another on the same file system, as the given ones do inside `/`, so these go on top of a first overlay of the host and the base layer.
 * That is only done where needed, as overlayfs can be stacked twice and the host may be on one already.
 */
function rootOperations(stage: string, { files, options }: MachineStart): Operation[] {
  const given = (options.layers ?? []).toReversed()
  const layers = given.map((_, index) => String(index))
  const upper = `,upperdir=${escapeLayer(files.disk)},workdir=${escapeLayer(files.work)},${overlayOptions}`
  const rootDevice = statSync('/').dev
  const nested = given.some((layer) => statSync(layer).dev === rootDevice)
  const named = nameOperations(`${stage}/layers`, given)
  if (!nested) return [...named, overlay(`${stage}/root`, [...layers, `${stage}/base`, '/'], upper)]
  return [
    ...named,
    overlay(`${stage}/lower`, [`${stage}/base`, '/'], ',redirect_dir=on', mountFlags.readOnly),
    overlay(`${stage}/root`, [...layers, `${stage}/lower`], upper),
  ]
}

function bindOperations({ source, target, readOnly = false }: SharedPath): Operation[] {
  const { bind, remount, readOnly: readOnlyFlag, recursive } = mountFlags
  const need = statSync(source).isDirectory() ? 'need_directory' : 'need_file'
  const operations: Operation[] = [
    [need, target],
    ['mount', `${hostRoot}${realpathSync(source)}`, target, '', bind | (readOnly ? 0 : recursive), ''],
  ]
  if (readOnly) operations.push(['mount', '', target, '', bind | remount | readOnlyFlag, ''])
  return operations
}

function unshareFlags(options: MachineOptions): number {
  const { mount, cgroup, uts, ipc, network } = namespaceFlags
  return mount | cgroup | uts | ipc | (options.network === 'private' ? network : 0)
}

/** Mounts that every Linux has, after the change of root. */
function systemMounts(): Operation[] {
  const { readOnly, noSetUid, noDevices, noExec } = mountFlags
  return [
    ['mount', 'proc', '/proc', 'proc', noSetUid | noDevices | noExec, ''],
    ['mount', 'sysfs', '/sys', 'sysfs', readOnly | noSetUid | noDevices | noExec, ''],
    ...deviceOperations(),
    ['directory', '/run/lock', '1777', 0, 0],
    ['directory', '/run/user', '755', 0, 0],
  ]
}

function daemonOperations({ files, options, control }: MachineStart): Operation[] {
  const place = {
    backing: 'namespaces',
    socketPath: insideSocket,
    root: '',
    home: '/root',
    host: files.hostDirectory,
    address: addressOf(options, control),
  } as const
  const variables = Object.entries(daemonEnvironment(options, place))
  return [
    ...variables.map(([name, value]) => ['environment', name, value] as const),
    ...insideCommand(options).map((argument) => ['argument', argument] as const),
  ]
}

/** All that the init of a machine does, in order. */
export function planMachine(start: MachineStart, host: { facts: HostFacts; masks: Masks }): Operation[] {
  const { files, options, control } = start
  const { stage } = files
  const hostname = options.hostname ?? options.id
  return [
    ...control.joinFiles.map((file) => ['join', file] as const),
    ['unshare', unshareFlags(options)],
    ['hostname', hostname],
    ['mount', '', '/', '', mountFlags.private | mountFlags.recursive, ''],
    ['mount', 'stage', stage, 'tmpfs', 0, 'mode=755'],
    ...['base', 'lower', 'root'].map((name) => ['directory', `${stage}/${name}`, '755', 0, 0] as const),
    ...baseLayerOperations(`${stage}/base`, options, hostname, host),
    ...rootOperations(stage, start),
    ['mount', 'run', `${stage}/root/run`, 'tmpfs', mountFlags.noSetUid | mountFlags.noDevices, 'mode=755'],
    ['need_directory', `${stage}/root${hostRoot}`],
    ['pivot', `${stage}/root`, `${stage}/root${hostRoot}`],
    ...systemMounts(),
    ...insideBinds(start).flatMap((bind) => bindOperations(bind)),
    ['detach', hostRoot],
    ['remove_directory', hostRoot],
    ...(options.network === 'private' ? [['loopback'] as const] : []),
    ...protectionOperations(),
    ...daemonOperations(start),
  ]
}
