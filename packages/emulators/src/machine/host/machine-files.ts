import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { isErrno } from '../files/is-errno.js'

/** The kernel takes at most 107 bytes as the path of a socket; some systems 103. */
export const longestSocketPath = 103

/** Where a machine's files lie on the host. */
export interface MachineFiles {
  readonly hostDirectory: string
  readonly directory: string
  /** What the machine has written. */
  readonly disk: string
  /** Overlayfs needs it; made anew for each start. */
  readonly work: string
  /** An empty directory to mount on, in the machine's own namespace. */
  readonly stage: string
  /** Shared with the machine; holds the socket only. */
  readonly socketDirectory: string
  readonly socketPath: string
}

export function machinesDirectory(hostDirectory: string): string {
  return path.join(hostDirectory, 'm')
}

/** Names are short, since the path of a socket is limited. */
export function machineFiles(hostDirectory: string, number: number): MachineFiles {
  const directory = path.join(machinesDirectory(hostDirectory), String(number))
  const socketDirectory = path.join(directory, 's')
  return {
    hostDirectory,
    directory,
    disk: path.join(directory, 'disk'),
    work: path.join(directory, 'work'),
    stage: path.join(directory, 'stage'),
    socketDirectory,
    socketPath: path.join(socketDirectory, 'daemon'),
  }
}

export async function makeMachineFiles(files: MachineFiles): Promise<void> {
  await mkdir(files.directory, { recursive: true, mode: 0o700 })
  await mkdir(files.stage, { mode: 0o700 })
  await mkdir(files.socketDirectory, { mode: 0o700 })
  // The root of the machine: everyone inside must be able to enter it.
  await mkdir(files.disk, { mode: 0o755 })
}

/** Prepares for a start: no socket of an earlier daemon, and an empty work directory, as overlayfs demands. */
export async function renewMachineFiles(files: MachineFiles): Promise<void> {
  await rm(files.socketPath, { force: true })
  await rm(files.work, { recursive: true, force: true })
  await mkdir(files.work, { mode: 0o755 })
}

/** Takes a machine's files out of the way at once; returns the removal, which takes as long as the disk is large. */
export async function discardMachineFiles(files: MachineFiles): Promise<() => Promise<void>> {
  const discarded = `${files.directory}-discarded`
  try {
    await rename(files.directory, discarded)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return () => Promise.resolve()
    throw error
  }
  return () => rm(discarded, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 })
}
