import type { SharedPath } from '../../machine/index.js'
import type { DiskHold } from '../../disks/layer-store.js'

/** What an image says about the processes of its sandboxes. */
export interface ImageRuntime {
  readonly env: Readonly<Record<string, string>>
  /** Default: the user's home. */
  readonly workDir?: string | undefined
  /** Default: `daytona`. */
  readonly user?: string | undefined
  /** Entry point and command, one after the other. */
  readonly entrypoint?: readonly string[] | undefined
}

/** Cores, and gibibytes. */
export interface Resources {
  readonly cpu: number
  readonly gpu: number
  readonly memory: number
  readonly disk: number
}

/** What a sandbox starts from. */
export interface SandboxImage {
  /** The name of the snapshot; `undefined` for what was built for this sandbox. */
  readonly snapshot: string | undefined
  /** A hold of its own: whoever asked for the image releases it. */
  readonly disk: DiskHold
  readonly runtime: ImageRuntime
  readonly resources: Resources
}

/** The declarative build of a request. */
export interface BuildInfo {
  readonly dockerfileContent: string
  readonly contextHashes: readonly string[]
}

/** The snapshots, as the making of sandboxes sees them. */
export interface SnapshotChoice {
  /** By id or name; without one the default. Throws a 400 for what does not exist or is not active. */
  choose(idOrName: string | undefined): SandboxImage
}

/** Builds of images for sandboxes. */
export interface SandboxBuilds {
  /** The same was built before: no build has to be waited for. */
  isBuilt(build: BuildInfo): boolean
  /**
   * Builds, or finds what was built. `onBuilding` is called when the build begins, after which a sandbox is `building_snapshot`. Rejects with
   * the reason as message when a step fails.
   */
  build(build: BuildInfo, onBuilding: () => void): Promise<SandboxImage>
  /** Path and nothing else, such as `/build-logs/<id>`. */
  logPath(build: BuildInfo): string
  /** How the DTO of a sandbox names what was built: `<hash>:daytona`. */
  snapshotRef(build: BuildInfo): string
}

/** A volume of a request to create a sandbox. */
export interface VolumeMount {
  readonly volumeId: string
  readonly mountPath: string
  readonly subpath?: string | undefined
}

export interface VolumeShares {
  /** What a machine sees of them; makes subpaths. Throws a 400 or 404 for what does not exist or is not ready. */
  share(mounts: readonly VolumeMount[]): Promise<readonly SharedPath[]>
}

export interface SecretValues {
  /** Environment variables for pairs of a variable and the name of a secret. Throws a 400 for unknown ones. */
  variables(secrets: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>>
}
