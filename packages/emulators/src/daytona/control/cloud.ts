import type { BuildFaultPlan } from '../../builds/build-fault-plan.js'
import type { LayerStore } from '../../disks/layer-store.js'
import type { ImageBuilder } from './builds/image-builder.js'
import type { CloudSettings } from './cloud-settings.js'
import type { EventHub } from './events/event-hub.js'
import type { MachineLauncher } from './machines/machine-launcher.js'
import type { ContextStore } from './object-storage/context-store.js'
import type { MetricsRecorder } from './sandboxes/metrics-recorder.js'
import type { SandboxLifecycle } from './sandboxes/sandbox-lifecycle.js'
import type { SandboxStore } from './sandboxes/sandbox-store.js'
import type { SecretStore } from './secrets/secret-store.js'
import type { SnapshotMaker } from './snapshots/snapshot-maker.js'
import type { SnapshotStore } from './snapshots/snapshot-store.js'
import type { VolumeStore } from './volumes/volume-store.js'
import type { WarmPoolStore } from './warm-pools/warm-pool-store.js'

/** What the control plane works on. */
export interface Cloud {
  readonly sandboxes: SandboxStore
  readonly lifecycle: SandboxLifecycle
  readonly metrics: MetricsRecorder
  readonly events: EventHub
  readonly snapshots: SnapshotStore
  readonly snapshotMaker: SnapshotMaker
  readonly builder: ImageBuilder
  readonly buildFaults: BuildFaultPlan
  readonly contexts: ContextStore
  readonly volumes: VolumeStore
  readonly secrets: SecretStore
  readonly warmPools: WarmPoolStore
  readonly layers: LayerStore
  readonly launcher: MachineLauncher
  readonly settings: CloudSettings
  /** Back to the state after the start. */
  reset(): Promise<void>
  close(): Promise<void>
}
