import path from 'node:path'
import { BuildFaultPlan } from '../../builds/build-fault-plan.js'
import type { MachineHost } from '../../machine/index.js'
import { makeBaseLayer } from '../../disks/make-base-layer.js'
import { type DiskHold, LayerStore } from '../../disks/layer-store.js'
import { prepareDaemonFiles } from '../../machine-launch/daemon-files.js'
import { envdProgram } from '../envd/envd-program.js'
import { launcherSource } from './machines/launcher-source.js'
import type { CloudSettings } from './cloud-settings.js'
import { MachineLauncher } from './machines/machine-launcher.js'
import { baseRuntime } from './machines/runtime.js'
import { MetricsRecorder } from './sandboxes/metrics-recorder.js'
import { SandboxLifecycle } from './sandboxes/sandbox-lifecycle.js'
import { SandboxStore } from './sandboxes/sandbox-store.js'
import type { TeamList } from './teams/team-list.js'
import { baseSize, makeReadyBuild } from './templates/make-build.js'
import { TemplateBuilder } from './templates/template-builder.js'
import { defaultTag } from './templates/template-name.js'
import { TemplateStore } from './templates/template-store.js'
import { UploadStore } from './templates/upload-store.js'

/** What the control plane works on. */
export interface Cloud {
  readonly sandboxes: SandboxStore
  readonly lifecycle: SandboxLifecycle
  readonly metrics: MetricsRecorder
  readonly templates: TemplateStore
  readonly builder: TemplateBuilder
  readonly buildFaults: BuildFaultPlan
  readonly uploads: UploadStore
  readonly layers: LayerStore
  readonly settings: CloudSettings
  /** Back to the state after the start: no sandboxes, no templates but the first ones. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** All the same. */
function addFirstTemplates(templates: TemplateStore, base: DiskHold, teams: TeamList): void {
  for (const team of teams.all) {
    for (const { name, isPublic = false, isPromoted = false } of team.templates) {
      const template = templates.add([name], team, { isPublic, isPromoted })
      const build = makeReadyBuild(baseSize, { disk: base.share(), runtime: baseRuntime })
      template.builds.set(build.id, build)
      templates.assign(template, defaultTag, build.id)
    }
  }
}

/** Everything but the protocol: machines, and what is known about them. Its files lie in the directory of the host of the machines. */
export async function openCloud(host: MachineHost, settings: CloudSettings): Promise<Cloud> {
  const directory = path.join(host.describe().directory, 'e2b')
  const files = await prepareDaemonFiles(path.join(directory, 'daemon'), await envdProgram(), launcherSource)
  const launcher = new MachineLauncher(host, files)
  const layers = new LayerStore(path.join(directory, 'layers'))
  const base = await layers.add(layers.empty(), (target) =>
    makeBaseLayer(target, host.backing, settings.trustedCertificates),
  )
  const sandboxes = new SandboxStore()
  const lifecycle = new SandboxLifecycle(sandboxes, launcher, settings.ownNetworks)
  const templates = new TemplateStore(settings.templateNames)
  const buildFaults = new BuildFaultPlan()
  const uploads = new UploadStore(path.join(directory, 'uploads'))
  const metrics = new MetricsRecorder(sandboxes)
  addFirstTemplates(templates, base, settings.teams)
  const clear = async (): Promise<void> => {
    await lifecycle.killAll()
    await templates.removeAll()
    await uploads.clear()
  }
  return {
    sandboxes,
    lifecycle,
    metrics,
    templates,
    uploads,
    layers,
    settings,
    builder: new TemplateBuilder({ launcher, layers, templates, uploads, base, settings, faults: buildFaults }),
    buildFaults,
    reset: async () => {
      await clear()
      addFirstTemplates(templates, base, settings.teams)
    },
    close: async () => {
      metrics.close()
      await clear()
    },
  }
}
