import type { MountTool } from '@caisson/kit/mounts'
import type { BuildLogEntry } from '@caisson/kit/templates'
import type { DaytonaImage, DaytonaResources, DaytonaSandboxOptions } from '../options/index.js'

/** A program that mounts buckets: for S3, Google Cloud Storage and Azure Blob Storage. */
export type DaytonaMountTool = MountTool

/** Sizes that the machines of a snapshot have. */
export interface DaytonaSnapshotResources extends DaytonaResources {
  /** Graphics processors. */
  gpu?: number | undefined
}

type ConnectionOptionName = 'apiKey' | 'jwtToken' | 'organizationId' | 'apiUrl' | 'target'

/** Options of `createMountableSnapshot`. How Daytona is reached is said, and taken from the environment, as for `DaytonaSandbox`. */
export interface MountableSnapshotOptions extends Pick<DaytonaSandboxOptions, ConnectionOptionName | 'logger'> {
  /** What is installed. Default `s3fs` and `gcsfuse`. */
  tools?: readonly DaytonaMountTool[] | undefined
  /** What the snapshot is made from; never changed. Its commands run as root or may use `sudo`. Default `daytonaio/sandbox`. */
  image?: DaytonaImage | undefined
  /** Sizes of its machines. Default: the vendor's. */
  resources?: DaytonaSnapshotResources | undefined
  /** Program that its machines start, as a list of words. Default: the image's. */
  entrypoint?: readonly string[] | undefined
  /** Region of the snapshot. Default: the option `target`. */
  regionId?: string | undefined
  /**
   * Name of the snapshot, unique in the organization; one that exists is used whatever it was made of. Default:
   * `caisson-mountable-` and a digest of all that it is made of, so that another definition has another name. Of files that the
   * image takes in, the contents count, and not where they lie on this computer.
   */
  name?: string | undefined
  /** Longest wait for the snapshot, in milliseconds; a build goes on at Daytona. Default 900 000. */
  buildTimeoutMs?: number | undefined
  /** Receives the lines of the build's log. Default: none; they are logged all the same. */
  onBuildLog?: ((entry: BuildLogEntry) => void) | undefined
  /** Ends the wait, not a build. */
  abortSignal?: AbortSignal | undefined
}

/** A snapshot whose machines mount buckets and need not install anything for it. */
export interface MountableSnapshot {
  /** For the option `snapshot` of `DaytonaSandbox`. */
  readonly name: string
  /** `reused`: it was there. `built`: it had to be made, by this call or by somebody who was faster. */
  readonly action: 'reused' | 'built'
  readonly tools: readonly DaytonaMountTool[]
  /** As given, or the default. */
  readonly image: DaytonaImage
  /** As given. */
  readonly resources?: DaytonaSnapshotResources
}
