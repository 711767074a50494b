import type { TestedSandbox } from '@caisson/conformance'
import type { SandboxOptions } from '@caisson/core'
import type { MachineEmulator } from './why-no-mounts.js'

/** A sandbox whose machine mounts buckets. */
export type MountSandbox = TestedSandbox & {
  /** The vendor's id of its machine. */
  readonly sandboxId: string | undefined
}

export interface MountSandboxOptions extends SandboxOptions {
  readonly sandboxId?: string | undefined
  /** A name that `buildImage` gave. Default: machines with s3fs only. */
  readonly image?: string | undefined
}

/**
 * What machines of an image have: all programs that mount; none, but an apt-get that installs s3fs; or no sudo, and commands
 * that run as root.
 */
export type MountImage = 'tools' | 'bare' | 'root'

/** Stores, as tests name them. */
export type StoreName = 's3' | 'gcs' | 'azure'

/** What tests of mounts need of a provider and the emulator of its vendor. */
export interface MountProvider {
  readonly emulator: MachineEmulator
  /** For each store, the row of the mission that a test of it shows. */
  readonly rows: Readonly<Record<StoreName, string | undefined>>
  /** Why commands of no machine run as root, where that is so; machines of the image `root` then have no sudo, and that is all. */
  readonly noRoot?: string | undefined
  /** Makes a sandbox; starts nothing. */
  make(options?: MountSandboxOptions): MountSandbox
  /** Builds an image and returns its name; the same one only once. */
  buildImage(image: MountImage): Promise<string>
  /** The machine is stopped, or paused, as if by others; or it is no more. */
  endMachine(sandboxId: string, how: 'stopped' | 'killed'): Promise<void>
}
