import type { MachineStart } from './backing.js'
import type { MachineOptions, SharedPath } from './machine-types.js'

/** Where a machine with paths of its own finds what it runs from: in a file system in memory, which no copy of its disk holds. */
export const insideRoot = '/run/caisson'

const node = `${insideRoot}/node`
const daemonFile = `${insideRoot}/daemon.cjs`
const sockets = `${insideRoot}/sockets`

/** The daemon's socket as the machine sees it. */
export const insideSocket: string = `${sockets}/daemon`

/** What of the host a machine sees beside its disk. The project's own directory is hidden, so the daemon's parts are bound one by one. */
export function insideBinds({ files, options }: MachineStart): SharedPath[] {
  return [
    { source: process.execPath, target: node, readOnly: true },
    { source: options.daemon.file, target: daemonFile, readOnly: true },
    { source: files.socketDirectory, target: sockets },
    ...(options.shared ?? []),
  ]
}

export function insideCommand({ daemon }: MachineOptions): string[] {
  return [node, ...(daemon.nodeArguments ?? []), daemonFile, ...(daemon.arguments ?? [])]
}
