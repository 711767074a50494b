import path from 'node:path'
import type { DiskHold, LayerStore } from '../../disks/layer-store.js'
import type { MachineHost } from '../../machine/index.js'
import { ImageBuilder } from './builds/image-builder.js'
import { ContextStore } from './object-storage/context-store.js'
import { SecretStore } from './secrets/secret-store.js'
import { SnapshotMaker } from './snapshots/snapshot-maker.js'
import { SnapshotStore } from './snapshots/snapshot-store.js'
import { VolumeStore } from './volumes/volume-store.js'
import { WarmPoolStore } from './warm-pools/warm-pool-store.js'

/** What sandboxes are made from, and what they are given. */
export interface ImageCloud {
  readonly contexts: ContextStore
  readonly builder: ImageBuilder
  readonly snapshots: SnapshotStore
  readonly snapshotMaker: SnapshotMaker
  readonly volumes: VolumeStore
  readonly secrets: SecretStore
  readonly warmPools: WarmPoolStore
}

export interface ImageCloudOptions {
  readonly host: MachineHost
  readonly layers: LayerStore
  /** What every image stands on. Held by whoever opens the cloud. */
  readonly base: DiskHold
  /** For its own files. */
  readonly directory: string
  readonly organizationId: string
  /** The region of what is made without one. */
  readonly target: string
  /** How long each change of state takes at least. */
  readonly transitionMs: number
  /** Snapshots of the vendor that are there from the start, all the same. The first is meant when none is named. */
  readonly snapshotNames: readonly [string, ...string[]]
}

/** An open `ImageCloud`. Both need that no sandbox is left. */
export interface OpenImageCloud extends ImageCloud {
  /** Back to the state after the start. */
  resetImages(): Promise<void>
  closeImages(): Promise<void>
}

export function openImageCloud(options: ImageCloudOptions): OpenImageCloud {
  const { host, layers, base, directory, target, transitionMs, snapshotNames } = options
  const contexts = new ContextStore(options.organizationId)
  const builds = path.join(directory, 'builds')
  const builder = new ImageBuilder({ host, layers, base, contexts, directory: builds, transitionMs })
  const snapshots = new SnapshotStore(snapshotNames[0], target)
  const snapshotMaker = new SnapshotMaker({ store: snapshots, builder, base, transitionMs })
  const volumes = new VolumeStore(path.join(directory, 'volumes'), transitionMs)
  const secrets = new SecretStore()
  const warmPools = new WarmPoolStore()
  const addFirst = (): void => {
    for (const name of snapshotNames) snapshots.addGeneral(name, { disk: base.share(), config: { env: {} } })
  }
  const clear = async (): Promise<void> => {
    builder.giveUp()
    await snapshots.clear()
    await snapshotMaker.settled()
    await builder.clear()
    await volumes.clear()
    secrets.clear()
    warmPools.clear()
  }
  addFirst()
  return {
    contexts,
    builder,
    snapshots,
    snapshotMaker,
    volumes,
    secrets,
    warmPools,
    resetImages: async () => {
      await clear()
      contexts.reset()
      addFirst()
    },
    closeImages: async () => {
      await clear()
      contexts.close()
    },
  }
}
