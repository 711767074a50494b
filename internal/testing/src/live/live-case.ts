import type { CodeModeTransport } from '@caisson/core'
import type { MountSandbox, MountSandboxOptions } from '../mounts/mount-provider.js'

/** What cases against the real cloud work with. */
export interface LiveTarget {
  /** Makes a sandbox whose machine ends by itself soon after a run that was cut. */
  create(options?: Omit<MountSandboxOptions, 'image'>): MountSandbox
  codeModeTransport(): CodeModeTransport
}

/** What not every vendor has: machines that are kept, stopped, and found by the logical id; addresses of servers in machines. */
export type LiveNeed = 'stoppedMachines' | 'addresses'

/** Something that the suite for all providers does not ask, by name, and what it needs of the vendor. */
export type LiveCase = readonly [string, (target: LiveTarget) => Promise<void>, LiveNeed?]
