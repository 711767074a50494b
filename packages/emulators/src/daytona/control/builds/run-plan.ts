import path from 'node:path'
import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import type { MachineHost } from '../../../machine/index.js'
import { BuildError } from './build-error.js'
import { BuildMachine } from './build-machine.js'
import type { Build } from './build.js'
import type { Image } from './image.js'
import { type BuildPlan, readPlan } from './read-plan.js'
import { runInstruction } from './run-instruction.js'
import { firstState, type StepState } from './step-state.js'

const imageNotice = 'The emulator pulls no images: the programs of this computer are used instead'

/** Where a machine sees the files of its build. */
const insideFiles = '/run/caisson/contexts'

export interface PlanRun {
  readonly build: Build
  readonly host: MachineHost
  readonly layers: LayerStore
  readonly base: DiskHold
  readonly agentFile: string
  /** Files of this computer. */
  readonly archives: readonly string[]
}

/** The machine of a build, which is started when it is first needed. */
class LazyMachine {
  readonly #run: PlanRun
  #launched: Promise<BuildMachine> | undefined

  constructor(run: PlanRun) {
    this.#run = run
    run.build.abort.signal.addEventListener('abort', () => void this.end())
  }

  async get(): Promise<BuildMachine> {
    if (this.#run.build.abort.signal.aborted) throw new BuildError('the build was given up')
    this.#launched ??= this.#launch()
    return this.#launched
  }

  /** What it has written, on top of what it stood on. */
  async disk(): Promise<DiskHold> {
    const { base, layers } = this.#run
    if (this.#launched === undefined) return base.share()
    const { machine } = await this.#launched
    await machine.stopKeepingDisk()
    return layers.add(base, (directory) => machine.copyDisk(directory))
  }

  async end(): Promise<void> {
    const [launched] = await Promise.allSettled([this.#launched])
    if (launched.status === 'fulfilled') await launched.value?.machine.kill()
  }

  #launch(): Promise<BuildMachine> {
    const { build, host, base, archives, agentFile } = this.#run
    const shared = archives.map((source) => {
      return { source, target: path.posix.join(insideFiles, path.basename(source)), readOnly: true }
    })
    return BuildMachine.launch({ host, id: `build-${build.id}`, agentFile, disk: base, shared })
  }
}

async function runSteps({ build, archives }: PlanRun, plan: BuildPlan, machine: LazyMachine): Promise<StepState> {
  const inside = archives.map((file) => path.posix.join(insideFiles, path.basename(file)))
  const place = { log: build.log, machine: () => machine.get(), archives: inside }
  const count = plan.steps.length + 1
  let state = firstState
  for (const [index, instruction] of plan.steps.entries()) {
    build.log.line(`Step ${index + 2}/${count} : ${instruction.keyword} ${instruction.text}`)
    state = await runInstruction({ place, instruction, state })
  }
  return state
}

/** Does the steps of a build. Throws a BuildError for a step that fails. */
export async function runPlan(run: PlanRun): Promise<Image> {
  const { log, info } = run.build
  const plan = readPlan(info.dockerfileContent)
  log.line(`Building image from ${plan.fromImage}`)
  log.line(`Step 1/${plan.steps.length + 1} : FROM ${plan.from.text}`)
  log.line(imageNotice)
  const machine = new LazyMachine(run)
  try {
    const { config } = await runSteps(run, plan, machine)
    return { disk: await machine.disk(), config }
  } finally {
    await machine.end()
  }
}
