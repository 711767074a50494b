import type { DiskHold } from '../../../disks/layer-store.js'
import type { BuildPlace } from '../../../builds/build-fault.js'
import type { BuildMachine } from '../../../builds/build-machine.js'
import type { Instruction } from './dockerfile/instruction.js'
import type { Image } from './image.js'
import { insidePaths, LazyMachine, type LazyMachineOptions } from './lazy-machine.js'
import type { BuildPlan, BuildStage } from './read-plan.js'
import { runInstruction } from './run-instruction.js'
import { firstState, type StepState } from './step-state.js'

/** What is the same for all machines of a build. */
export type StageRun = Omit<LazyMachineOptions, 'disk' | 'name'> & {
  /** What every image stands on. */
  readonly base: DiskHold
  /** Called before each step, which it may delay or make fail. */
  readonly meet: (place: BuildPlace) => Promise<void>
}

interface FinishedStage {
  readonly name: string | undefined
  readonly image: Image
}

/** Does the stages of a build, one after the other. */
export class StageRunner {
  readonly #run: StageRun
  readonly #plan: BuildPlan
  readonly #finished: FinishedStage[] = []
  readonly #machines: LazyMachine[] = []
  readonly #sources = new Map<DiskHold, LazyMachine>()
  readonly #stepCount: number
  #step = 0

  constructor(run: StageRun, plan: BuildPlan) {
    this.#run = run
    this.#plan = plan
    this.#stepCount = plan.stages.reduce((sum, { steps }) => sum + steps.length + 1, 0)
  }

  /** The image of the last stage, which whoever asks for it releases. */
  async result(): Promise<Image> {
    try {
      for (const stage of this.#plan.stages) this.#finished.push({ name: stage.name, image: await this.#stage(stage) })
      await this.#run.meet('finalize')
      const last = this.#finished.at(-1)?.image ?? this.#baseImage()
      return { ...last, disk: last.disk.share() }
    } finally {
      await Promise.all(this.#machines.map((machine) => machine.end()))
      for (const { image } of this.#finished) await image.disk.release()
    }
  }

  async #stage(stage: BuildStage): Promise<Image> {
    const { log } = this.#run.build
    await this.#announce(stage.from)
    const { disk, config } = this.#find(stage.image)
    const machine = this.#machine(disk)
    const place = {
      log,
      machine: () => machine.get(),
      source: (name: string) => this.#source(name),
      archives: insidePaths(this.#run.archives),
    }
    let state: StepState = { ...firstState, config, globals: this.#plan.globals }
    for (const instruction of stage.steps) {
      await this.#announce(instruction)
      state = await runInstruction({ place, instruction, state })
    }
    return { disk: await machine.disk(), config: state.config }
  }

  async #announce({ written }: Instruction): Promise<void> {
    this.#step += 1
    this.#run.build.log.line(`Step ${this.#step}/${this.#stepCount} : ${written}`)
    await this.#run.meet(this.#step)
  }

  #machine(disk: DiskHold): LazyMachine {
    const machine = new LazyMachine({ ...this.#run, disk, name: String(this.#machines.length) })
    this.#machines.push(machine)
    return machine
  }

  #source(name: string): Promise<BuildMachine> {
    const { disk } = /^\d+$/.test(name) ? (this.#finished[Number(name)]?.image ?? this.#baseImage()) : this.#find(name)
    const source = this.#sources.get(disk) ?? this.#machine(disk)
    this.#sources.set(disk, source)
    return source.get()
  }

  /** What is no stage is an image, and all images are the programs of this computer. */
  #find(name: string): Image {
    const stage = this.#finished.findLast((finished) => finished.name === name.toLowerCase())
    return stage?.image ?? this.#baseImage()
  }

  #baseImage(): Image {
    return { disk: this.#run.base, config: { env: {} } }
  }
}
