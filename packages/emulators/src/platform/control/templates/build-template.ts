import { BuildError } from '../../../builds/build-error.js'
import { BuildMachine } from '../../../builds/build-machine.js'
import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import type { MachineHost, MachineUser } from '../../../machine/index.js'
import { ensureDirectory, runStep, type StepState } from './run-steps.js'
import type { TemplateBuild } from './template-build.js'
import type { TemplateImage } from './template-image.js'

export interface TemplateWorkshop {
  readonly host: MachineHost
  readonly layers: LayerStore
  /** What every template stands on: the recipe. */
  readonly base: DiskHold
  /** The account of sandboxes. */
  readonly user: MachineUser
  /** Where commands begin, in builds and in sandboxes. */
  readonly workDir: string
}

async function runAll(build: TemplateBuild, machine: BuildMachine, parts: TemplateWorkshop): Promise<StepState> {
  const place = { build, machine, userName: parts.user.name }
  const { steps } = build.options.plan
  let state: StepState = { env: {}, workDir: parts.workDir }
  await ensureDirectory(place, state.workDir)
  for (const [index, { method, step }] of steps.entries()) {
    build.log.line(`Step ${index + 1}/${steps.length}: ${method}`)
    try {
      state = await runStep(place, step, state)
    } catch (error) {
      if (!(error instanceof BuildError)) throw error
      throw new BuildError(`step ${index + 1} (${method}): ${error.message}`, { cause: error })
    }
  }
  return state
}

function needsMachine(build: TemplateBuild): boolean {
  return build.options.plan.steps.some(({ step }) => step.kind === 'command' || step.kind === 'workDir')
}

/** Without commands there is nothing to do, but to note what was said. */
function noteAll(build: TemplateBuild, parts: TemplateWorkshop): StepState {
  const envs = build.options.plan.steps.map(({ step }) => (step.kind === 'env' ? step.env : {}))
  return { env: Object.assign({}, ...envs) as Record<string, string>, workDir: parts.workDir }
}

/** Does the steps of a template in a machine, whose disk it then is. Throws a BuildError for a step that fails. */
export async function buildTemplate(
  build: TemplateBuild,
  parts: TemplateWorkshop,
  agentFile: string,
): Promise<TemplateImage> {
  const { host, layers, base, user } = parts
  const { resources } = build.options.plan
  if (!needsMachine(build)) return { disk: base.share(), resources, ...noteAll(build, parts) }
  const id = `build-${build.options.id.slice(-12)}-${Date.now().toString(36)}`
  const machine = await BuildMachine.launch({ host, id, agentFile, user, disk: base, shared: [] })
  const end = (): void => void machine.machine.kill()
  build.abort.signal.addEventListener('abort', end, { once: true })
  try {
    if (build.abort.signal.aborted) throw new BuildError('the build was given up')
    const state = await runAll(build, machine, parts)
    await machine.machine.stopKeepingDisk()
    const disk = await layers.add(base, (directory) => machine.machine.copyDisk(directory))
    return { disk, resources, ...state }
  } finally {
    build.abort.signal.removeEventListener('abort', end)
    await machine.machine.kill()
  }
}
