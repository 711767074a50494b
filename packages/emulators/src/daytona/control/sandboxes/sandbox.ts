import type { Agent } from 'node:http'
import type { DiskHold } from '../../../disks/layer-store.js'
import type { SharedPath } from '../../../machine/index.js'
import type { BuildInfo, ImageRuntime, Resources, VolumeMount } from '../images.js'
import type { LaunchedMachine } from '../machines/machine-launcher.js'
import type { DesiredState, SandboxState } from './sandbox-state.js'

/** Minutes, negative for never. */
export interface Intervals {
  /** Without activity, until it is stopped; 0: never. */
  autoStop: number
  /** Stopped, until it is archived; 0: the longest that the vendor allows. */
  autoArchive: number
  /** Stopped, until it is deleted; 0: at once, which makes a sandbox ephemeral. */
  autoDelete: number
  /** Kept and shown: containers cannot be paused. */
  autoPause: number | undefined
  /** From its creation, until it is deleted, whatever its state. */
  ttl: number | undefined
}

/** What was asked about the network. All of it is shown; see `cutsOff` for what is enforced. */
export interface NetworkSettings {
  readonly blockAll: boolean
  readonly allowList: string
  readonly domainAllowList: string
}

/** What a sandbox is made with, and keeps. */
export interface SandboxSettings {
  readonly snapshot: string | undefined
  readonly buildInfo: BuildInfo | undefined
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly target: string
  readonly isPublic: boolean
  readonly volumes: readonly VolumeMount[]
  /** Members of the request that are only shown. */
  readonly shown: Readonly<Record<string, unknown>>
}

/** What its machine is made of; known once its image is there. */
export interface SandboxBody {
  readonly disk: DiskHold
  readonly runtime: ImageRuntime
  readonly launched: LaunchedMachine
}

interface SignedToken {
  readonly port: number
  readonly expiresAt: number
}

/** One sandbox, as the control plane and the gateway see it. */
export interface Sandbox {
  readonly id: string
  readonly settings: SandboxSettings
  /** Rises with every sandbox: the order of lists, finer than a clock. */
  readonly sequence: number
  readonly createdAt: Date
  /** What its machine sees of volumes. */
  readonly shares: readonly SharedPath[]
  name: string
  labels: Readonly<Record<string, string>>
  resources: Resources
  intervals: Intervals
  network: NetworkSettings
  secrets: readonly Readonly<Record<string, string>>[]
  state: SandboxState
  desired: DesiredState
  errorReason: string | null
  recoverable: boolean
  /** `Completed` once it was archived. */
  backupState: 'None' | 'Completed'
  updatedAt: Date
  lastActivityAt: Date
  /** Since when it has been without processes. */
  stoppedAt: Date | undefined
  body: SandboxBody | undefined
  /** Changes with each start. */
  previewToken: string
  signingKey: string
  readonly signedTokens: Map<string, SignedToken>
  timer: NodeJS.Timeout | undefined
  /** Connections of the gateway to servers inside. */
  agent: Agent
  /** Cuts one answer that is under way; as long as there are any, the sandbox is active. */
  readonly cuts: Set<() => void>
  /** Counts changes of state: what is under way ends without effect when it is not the latest any more. */
  change: number
  /** The end of the change that is under way; never rejects. */
  transition: Promise<unknown>
}
