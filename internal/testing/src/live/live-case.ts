import type { CodeModeTransport } from '@caisson/core'
import type { MountSandbox, MountSandboxOptions } from '../mounts/mount-provider.js'

/** What cases against the real cloud work with. */
export interface LiveTarget {
  /** Makes a sandbox whose machine ends by itself soon after a run that was cut. */
  create(options?: Omit<MountSandboxOptions, 'image'>): MountSandbox
  codeModeTransport(): CodeModeTransport
}

/** Something that the suite for all providers does not ask, by name. */
export type LiveCase = readonly [string, (target: LiveTarget) => Promise<void>]
