import type { ProcessControl, ProcessSet } from './cgroup/process-control.js'
import type { HostDescription } from './host-description.js'
import type { MachineFiles } from './host/machine-files.js'
import type { Backing, MachineOptions } from './machine-types.js'

/** The present processes of a machine. */
export interface RunningMachine {
  readonly processes: ProcessSet
  /** Resolves with the daemon's exit status, 128 + n for a signal, when all processes that the init ends have ended. */
  readonly exited: Promise<number>
  log(): string
}

/** What a start needs. */
export interface MachineStart {
  readonly files: MachineFiles
  readonly options: MachineOptions
  readonly control: ProcessControl
}

/** What works inside the machines of a backing. */
export type MachineFeatures = Pick<HostDescription, 'fuse' | 'sudo' | 'privateNetwork'>

/** One way of making machines. */
export interface MachineBacking {
  readonly backing: Backing
  readonly features: MachineFeatures
  /** Fills a new, empty disk where layers are not stacked but copied. */
  prepareDisk(files: MachineFiles, options: MachineOptions): Promise<void>
  /** Starts the init and the daemon. Resolves when they run, not when the daemon listens. */
  start(start: MachineStart): Promise<RunningMachine>
  /** Where the host finds `/` of the machine, when its paths are not its own. */
  rootDirectory(files: MachineFiles): string | undefined
}

/** A backing, or the reason why it cannot be used here. */
export type OpenedBacking = MachineBacking | { readonly reason: string }
