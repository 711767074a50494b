import path from 'node:path'
import { BuildFaultPlan } from '../../builds/build-fault-plan.js'
import { LayerStore } from '../../disks/layer-store.js'
import { makeBaseLayer } from '../../disks/make-base-layer.js'
import type { MachineHost } from '../../machine/index.js'
import { prepareDaemonFiles } from '../../machine-launch/daemon-files.js'
import { toolboxProgram } from '../toolbox/toolbox-program.js'
import { ImageBuilder } from './builds/image-builder.js'
import type { Cloud } from './cloud.js'
import type { CloudSettings } from './cloud-settings.js'
import { EventHub } from './events/event-hub.js'
import { launcherSource } from './machines/launcher-source.js'
import { MachineLauncher } from './machines/machine-launcher.js'
import { ContextStore } from './object-storage/context-store.js'
import { MetricsRecorder } from './sandboxes/metrics-recorder.js'
import { SandboxLifecycle } from './sandboxes/sandbox-lifecycle.js'
import { SandboxStore } from './sandboxes/sandbox-store.js'
import { viewSandbox } from './sandboxes/sandbox-views.js'
import { Transitions } from './sandboxes/transitions.js'
import { SecretStore } from './secrets/secret-store.js'
import { SnapshotMaker } from './snapshots/snapshot-maker.js'
import { SnapshotStore } from './snapshots/snapshot-store.js'
import { VolumeStore } from './volumes/volume-store.js'
import { WarmPoolStore } from './warm-pools/warm-pool-store.js'

/** What images, volumes and the like are kept in. */
async function openStores(host: MachineHost, directory: string, settings: CloudSettings) {
  const { transitionMs, organizationId, defaultSnapshot, target, snapshotNames } = settings
  const layers = new LayerStore(path.join(directory, 'layers'))
  const base = await layers.add(layers.empty(), (layer) =>
    makeBaseLayer(layer, host.backing, settings.trustedCertificates),
  )
  const buildFaults = new BuildFaultPlan()
  const contexts = new ContextStore(organizationId)
  const builds = path.join(directory, 'builds')
  const builder = new ImageBuilder({
    host,
    layers,
    base,
    contexts,
    transitionMs,
    directory: builds,
    faults: buildFaults,
  })
  const snapshots = new SnapshotStore(defaultSnapshot, target)
  const snapshotMaker = new SnapshotMaker({ store: snapshots, builder, base, transitionMs, faults: buildFaults })
  const volumes = new VolumeStore(path.join(directory, 'volumes'), transitionMs)
  const stores = { layers, contexts, builder, buildFaults, snapshots, snapshotMaker, volumes }
  const addFirst = (): void => {
    for (const name of snapshotNames) snapshots.addGeneral(name, { disk: base.share(), config: { env: {} } })
  }
  return { ...stores, secrets: new SecretStore(), warmPools: new WarmPoolStore(), addFirst }
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function clearStores(stores: Stores): Promise<void> {
  const { builder, buildFaults, snapshots, snapshotMaker, volumes, secrets, warmPools } = stores
  // What stalls would be waited for.
  buildFaults.clear()
  await builder.clear()
  await snapshotMaker.settled()
  await snapshots.clear()
  await volumes.clear()
  secrets.clear()
  warmPools.clear()
}

/** Everything but the protocol: machines, and what is known about them. Its files lie in the directory of the host of the machines. */
export async function openCloud(host: MachineHost, settings: CloudSettings): Promise<Cloud> {
  const directory = path.join(host.describe().directory, 'daytona')
  const files = await prepareDaemonFiles(path.join(directory, 'daemon'), await toolboxProgram(), launcherSource)
  const launcher = new MachineLauncher(host, files)
  const stores = await openStores(host, directory, settings)
  const { addFirst, ...visible } = stores
  addFirst()
  const sandboxes = new SandboxStore()
  const events = new EventHub()
  const { builder, secrets } = stores
  const transitions = new Transitions(settings.transitionMs)
  const view = { builder, settings }
  const lifecycle = new SandboxLifecycle({
    store: sandboxes,
    launcher,
    events,
    builder,
    secrets,
    transitions,
    settings,
    view: (sandbox) => viewSandbox(sandbox, view),
  })
  const metrics = new MetricsRecorder(sandboxes)
  const clear = async (): Promise<void> => {
    await lifecycle.killAll()
    await clearStores(stores)
  }
  return {
    ...visible,
    sandboxes,
    lifecycle,
    metrics,
    events,
    launcher,
    settings,
    reset: async () => {
      await clear()
      stores.contexts.reset()
      settings.sandboxLimit = Number.POSITIVE_INFINITY
      addFirst()
    },
    close: async () => {
      metrics.close()
      await clear()
      stores.contexts.close()
    },
  }
}
