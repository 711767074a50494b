import path from 'node:path'
import { BuildMachine } from '../../src/builds/build-machine.js'
import { writeBuildAgent } from '../../src/builds/write-build-agent.js'
import { LayerStore } from '../../src/disks/layer-store.js'
import { makeBaseLayer } from '../../src/disks/make-base-layer.js'
import { openMachineHost } from '../../src/machine/index.js'
import {
  type ChoiceOptions,
  TemplateBuilds,
  type TemplateBuildsParts,
  type TemplateChoice,
  type TemplateImage,
  templateRoutes,
} from '../../src/platform/control/templates/index.js'
import { serveRoutes } from './serve-routes.js'

export interface TemplateBench {
  /** Of the routes, with the prefix of a project. */
  readonly url: string
  readonly builds: TemplateBuilds
  readonly workDir: string
  readonly isPrivate: boolean
  machineCount(): number
  /** As a sandbox of the environment `e1` would ask. */
  choose(definition: unknown, envs?: unknown, options?: ChoiceOptions): TemplateChoice
  /** What commands print in a machine of an image, each in a new one. Lets go of the image. */
  runInside(image: TemplateImage | undefined): (command: string) => Promise<string>
  close(): Promise<void>
}

const user = { name: 'sandbox', uid: 1000, gid: 1000 }

/** Templates and their routes, without the rest of the emulator. */
export async function openTemplates(
  options: Pick<TemplateBuildsParts, 'failureKeptMs' | 'retryAfterMs'> = {},
): Promise<TemplateBench> {
  const host = await openMachineHost({ prefix: 'caisson-templates' })
  const root = host.describe().directory
  const layers = new LayerStore(path.join(root, 'layers'))
  const base = await layers.add(layers.empty(), (layer) => makeBaseLayer(layer, host.backing))
  const directory = path.join(root, 'builds')
  const workDir = '/workspace'
  const builds = new TemplateBuilds({ host, layers, base, directory, user, workDir, ...options })
  const served = await serveRoutes({ templates: builds }, templateRoutes)
  const agentFile = await writeBuildAgent(path.join(root, 'test'))
  let count = 0
  const run = async ({ disk, env }: TemplateImage, command: string): Promise<string> => {
    count += 1
    const machine = await BuildMachine.launch({ host, id: `run-${count}`, agentFile, user, disk, shared: [] })
    try {
      let output = ''
      const rooted = command.replaceAll(/(?<= )\/(?=srv|workspace)/g, `${machine.root}/`)
      const argv = ['/bin/bash', '-c', rooted]
      await machine.run({ argv, user: 'root', cwd: '/', env, onOutput: (text) => (output += text) })
      return output
    } finally {
      await machine.machine.kill()
    }
  }
  return {
    url: served.url,
    builds,
    workDir,
    isPrivate: host.backing === 'namespaces',
    machineCount: () => host.machines().length,
    choose: (definition, envs, { families } = { families: false }) => {
      return builds.choose({ projectId: 'p1', environmentId: 'e1', definition, envs }, { families })
    },
    runInside: (image) => {
      if (image === undefined) throw new TypeError('there is no image')
      return (command) => run(image, command)
    },
    close: async () => {
      await served.close()
      await builds.clear()
      await base.release()
      await host.close()
    },
  }
}
