import path from 'node:path'
import { LayerStore } from '../../disks/layer-store.js'
import { makeBaseLayer } from '../../disks/make-base-layer.js'
import type { MachineHost } from '../../machine/index.js'
import { type DaemonFiles, prepareDaemonFiles } from '../../machine-launch/daemon-files.js'
import { agentLauncherSource, agentProgram } from '../agent/index.js'
import { prepareE2BFiles } from './backends/prepare-e2b-files.js'
import { Capturer } from './checkpoints/capturer.js'
import { CheckpointStore } from './checkpoints/checkpoint-store.js'
import type { Cloud } from './cloud.js'
import type { CloudSettings } from './cloud-settings.js'
import { LeaseSigner } from './leases/lease-signer.js'
import { type BackendFiles, MachineLauncher } from './machines/machine-launcher.js'
import { recipeWorkDir, sandboxAccount } from './machines/sandbox-account.js'
import type { InstanceParts } from './sandboxes/instance-server.js'
import { SandboxLifecycle } from './sandboxes/sandbox-lifecycle.js'
import { SandboxMaker } from './sandboxes/sandbox-maker.js'
import { SandboxStore } from './sandboxes/sandbox-store.js'
import { BucketFiles } from './storage/index.js'
import { TemplateBuilds } from './templates/index.js'

async function openTemplates(
  host: MachineHost,
  directory: string,
  layers: LayerStore,
  certificates: readonly string[],
) {
  const base = await layers.add(layers.empty(), (layer) => makeBaseLayer(layer, host.backing, certificates))
  const builds = path.join(directory, 'builds')
  const parts = { host, layers, base, directory: builds, user: sandboxAccount, workDir: recipeWorkDir }
  return { base, templates: new TemplateBuilds(parts) }
}

/** Everything but the protocol: machines, and what is known about them. Its files lie in the directory of the host of the machines. */
export async function openCloud(host: MachineHost, settings: CloudSettings, parts: InstanceParts): Promise<Cloud> {
  const directory = path.join(host.describe().directory, 'platform')
  const agentFiles = await prepareDaemonFiles(path.join(directory, 'agent'), await agentProgram(), agentLauncherSource)
  let e2bFiles: Promise<DaemonFiles> | undefined
  const daemons: BackendFiles = {
    railway: () => Promise.resolve(agentFiles),
    // Most emulators never have one.
    e2b: () => (e2bFiles ??= prepareE2BFiles(path.join(directory, 'e2b'))),
  }
  const layers = new LayerStore(path.join(directory, 'layers'))
  const { base, templates } = await openTemplates(host, directory, layers, settings.trustedCertificates)
  const checkpoints = new CheckpointStore()
  const { buckets, pageSize } = settings
  const files = new BucketFiles({ buckets, pageSize, directory: path.join(directory, 'files') })
  const sandboxes = new SandboxStore(settings.destroyedKeptMs)
  const leases = new LeaseSigner(settings.leaseTtlMs)
  const lifecycle = new SandboxLifecycle({
    store: sandboxes,
    maker: new SandboxMaker(new MachineLauncher(host, daemons), settings, parts),
    sources: { checkpoints, templates, base },
    capturer: new Capturer(layers, checkpoints),
    settings,
  })
  const clear = async (): Promise<void> => {
    await lifecycle.destroyAll()
    await templates.clear()
    await checkpoints.clear()
    leases.forgetAll()
  }
  return {
    sandboxes,
    lifecycle,
    checkpoints,
    leases,
    templates,
    files,
    layers,
    settings,
    reset: async () => {
      await clear()
      files.reset()
    },
    close: async () => {
      await clear()
      files.close()
    },
  }
}
