import type { MountedLink } from './mounts/mounted-link.js'
import type { MachineProcesses } from './process/machine-processes.js'

/** What a started local sandbox holds: a directory, the processes started in it, the links that mount others into it. */
export class LocalMachine {
  /** By mount path. */
  readonly mounts: Map<string, MountedLink> = new Map()

  constructor(
    readonly workingDirectory: string,
    readonly processes: MachineProcesses,
  ) {}
}
