import type { Machine } from '../../../machine/index.js'
import type { Backend } from '../project-place.js'
import type { TemplateImage } from '../templates/index.js'
import type { InstanceServer } from './instance-server.js'

/** Where a sandbox and its checkpoints belong. */
export interface SandboxScope {
  readonly projectId: string
  readonly environmentId: string
}

export type NetworkIsolation = 'ISOLATED' | 'PRIVATE'

/** A capture that is under way. */
interface Capture {
  readonly name: string
  readonly done: Promise<boolean>
}

/** One sandbox, as the control plane and the gateway see it. */
export interface Sandbox {
  readonly id: string
  /** The id of its machine at the one who keeps it. */
  readonly resourceId: string
  readonly scope: SandboxScope
  readonly backend: Backend
  /** The client's own id: what its checkpoints are called. */
  readonly recoveryId: string
  readonly isolation: NetworkIsolation
  readonly idleMinutes: number
  readonly createdAt: Date
  /** What it has booted from, which its disk stands on. */
  readonly image: TemplateImage
  readonly machine: Machine
  /** The side-car, for private networks. */
  readonly instance: InstanceServer | undefined
  readonly networkGroup: string
  destroyedAt: Date | undefined
  lastActivityAt: Date
  idleTimer: NodeJS.Timeout | undefined
  captureTimer: NodeJS.Timeout | undefined
  capture: Capture | undefined
  /** Ends what is under way; as long as there is any, the sandbox is active. */
  readonly cuts: Set<() => void>
  /** Connections to the agent that are being closed: what comes later waits for them, so that it finds what they have left. */
  readonly closing: Set<Promise<void>>
  /** Its end, once it has begun. */
  ending: Promise<void> | undefined
}
