import { BuildError } from '../../../builds/build-error.js'
import type { BuildPlace } from '../../../builds/build-fault.js'
import type { BuildFaultPlan } from '../../../builds/build-fault-plan.js'
import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import { type LaunchedMachine, type MachineLauncher } from '../machines/machine-launcher.js'
import { baseRuntime, type Runtime } from '../machines/runtime.js'
import { startForBuild } from '../machines/start-command.js'
import { newToken } from '../sandboxes/ids.js'
import type { CloudSettings } from '../cloud-settings.js'
import { enterStatus, failBuild } from './build-changes.js'
import { runStep } from './run-step.js'
import type { BuildSpec } from './step.js'
import type { Build, BuildFailure, Template } from './template.js'
import type { TemplateStore } from './template-store.js'
import type { UploadStore } from './upload-store.js'

const readyLimitMs = 120_000

const imageNotice = 'The emulator pulls no images: the programs of this computer are used instead'

export interface TemplateBuilderParts {
  readonly launcher: MachineLauncher
  readonly layers: LayerStore
  readonly templates: TemplateStore
  readonly uploads: UploadStore
  /** What every template that names no other stands on. */
  readonly base: DiskHold
  readonly settings: Pick<CloudSettings, 'templateLagMs'>
  readonly faults: BuildFaultPlan
}

/** A build that is being made. */
interface Work {
  readonly build: Build
  readonly template: Template
  readonly spec: BuildSpec
  readonly progress: Progress
}

interface Progress {
  /** As failures name it. */
  step: string
}

/** Makes versions of templates by doing their steps in a machine, whose disk they then are. */
export class TemplateBuilder {
  readonly #parts: TemplateBuilderParts

  constructor(parts: TemplateBuilderParts) {
    this.#parts = parts
  }

  /** Starts a build; its state tells how it goes, whether or not somebody looks. */
  start(build: Build, spec: BuildSpec, template: Template): void {
    enterStatus(build, 'building')
    build.ended = this.#follow({ build, spec, template, progress: { step: 'base' } })
  }

  async #follow(work: Work): Promise<void> {
    const { build, progress } = work
    try {
      const result = await this.#build(work)
      // It may have been cancelled at the very end.
      if (build.abort.signal.aborted) return await result.disk.release()
      build.result = result
      build.log.add('Build finished', 'finalize')
      build.seenFromMs = Date.now() + this.#parts.settings.templateLagMs
      enterStatus(build, 'ready')
    } catch (error) {
      failBuild(build, describeFailure(error, progress.step))
    }
  }

  async #build(work: Work): Promise<{ disk: DiskHold; runtime: Runtime }> {
    const { launcher, layers } = this.#parts
    const { build, spec, progress } = work
    await this.#meet(work, 'base')
    const from = this.#startingPoint(work)
    try {
      build.log.add(`[base] FROM ${spec.fromTemplate ?? spec.fromImage ?? 'base'}`, 'base')
      if (spec.fromTemplate === undefined) build.log.add(imageNotice, 'base')
      const launched = await launcher.launch({
        id: `build-${build.id}`,
        accessToken: newToken(),
        disk: from.disk,
        initialization: { envVars: { E2B_SANDBOX: 'true' }, defaultUser: from.runtime.user },
      })
      const end = (): void => void launched.machine.kill()
      build.abort.signal.addEventListener('abort', end, { once: true })
      try {
        build.abort.signal.throwIfAborted()
        const runtime = await this.#runSteps(work, launched, from.runtime)
        progress.step = 'finalize'
        await launched.machine.stopKeepingDisk()
        const disk = await layers.add(from.disk, (directory) => launched.machine.copyDisk(directory))
        return { disk, runtime }
      } finally {
        build.abort.signal.removeEventListener('abort', end)
        await launched.machine.kill()
      }
    } finally {
      await from.disk.release()
    }
  }

  #meet({ build, template }: Work, place: BuildPlace): Promise<void> {
    return this.#parts.faults.meet({ place, names: template.names, signal: build.abort.signal })
  }

  /** Only templates can be stood on: every image means the computer's own programs. */
  #startingPoint({ spec: { fromTemplate }, template }: Work): { disk: DiskHold; runtime: Runtime } {
    if (fromTemplate === undefined) return { disk: this.#parts.base.share(), runtime: baseRuntime }
    const { result } = this.#parts.templates.resolve(fromTemplate, template.team).build
    if (result === undefined) throw new BuildError(`template '${fromTemplate}' is not ready`)
    return { disk: result.disk.share(), runtime: result.runtime }
  }

  async #runSteps(work: Work, launched: LaunchedMachine, first: Runtime): Promise<Runtime> {
    const { build, spec, progress } = work
    const { uploads } = this.#parts
    const place = { envd: launched.envd, uploads, log: build.log, signal: build.abort.signal }
    let runtime = first
    for (const [index, step] of spec.steps.entries()) {
      progress.step = String(index + 1)
      await this.#meet(work, index + 1)
      runtime = await runStep({ place, number: progress.step, count: spec.steps.length, step, runtime })
    }
    progress.step = 'finalize'
    await this.#meet(work, 'finalize')
    const startCommand = spec.startCommand ?? runtime.startCommand
    const finished = { ...runtime, startCommand, readyCommand: spec.readyCommand ?? runtime.readyCommand }
    build.log.add('[finalize] Finalizing template build', 'finalize')
    const onOutput = build.log.output('finalize', 'finalize')
    if (!(await startForBuild(launched.envd, finished, { onOutput, readyLimitMs }))) {
      throw new BuildError(`the ready command did not succeed within ${readyLimitMs / 1000} s`)
    }
    return finished
  }
}

function describeFailure(error: unknown, step: string): BuildFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, step }
}
