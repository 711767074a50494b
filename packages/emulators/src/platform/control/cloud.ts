import type { LayerStore } from '../../disks/layer-store.js'
import type { CheckpointStore } from './checkpoints/checkpoint-store.js'
import type { CloudSettings } from './cloud-settings.js'
import type { LeaseSigner } from './leases/lease-signer.js'
import type { SandboxLifecycle } from './sandboxes/sandbox-lifecycle.js'
import type { SandboxStore } from './sandboxes/sandbox-store.js'
import type { BucketFiles } from './storage/index.js'
import type { TemplateBuilds } from './templates/index.js'

/** What the control plane works on. */
export interface Cloud {
  readonly sandboxes: SandboxStore
  readonly lifecycle: SandboxLifecycle
  readonly checkpoints: CheckpointStore
  readonly leases: LeaseSigner
  readonly templates: TemplateBuilds
  readonly files: BucketFiles
  readonly layers: LayerStore
  readonly settings: CloudSettings
  /** Back to the state after the start. */
  reset(): Promise<void>
  close(): Promise<void>
}
