import type { DiskHold, LayerStore } from '../../../disks/layer-store.js'
import { type LaunchedMachine, type MachineLauncher } from '../machines/machine-launcher.js'
import { baseRuntime, type Runtime } from '../machines/runtime.js'
import { startForBuild } from '../machines/start-command.js'
import { newToken } from '../sandboxes/ids.js'
import { TemplateBuildError } from './build-error.js'
import { runStep } from './run-step.js'
import type { BuildSpec } from './step.js'
import type { Build, BuildFailure } from './template.js'
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

  /** Starts a build; its state tells how it goes. */
  start(build: Build, spec: BuildSpec): void {
    build.status = 'building'
    build.ended = this.#follow(build, spec)
  }

  async #follow(build: Build, spec: BuildSpec): Promise<void> {
    const progress: Progress = { step: 'base' }
    try {
      build.result = await this.#build(build, spec, progress)
      build.log.add('Build finished', 'finalize')
      build.status = 'ready'
    } catch (error) {
      build.failure = describeFailure(error, progress.step)
      build.log.add(build.failure.message, progress.step, 'error')
      build.status = 'error'
    }
  }

  async #build(build: Build, spec: BuildSpec, progress: Progress): Promise<{ disk: DiskHold; runtime: Runtime }> {
    const { launcher, layers } = this.#parts
    const from = this.#startingPoint(spec)
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
        const runtime = await this.#runSteps(build, spec, { launched, runtime: from.runtime, progress })
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

  /** Only templates can be stood on: every image means the computer's own programs. */
  #startingPoint({ fromTemplate }: BuildSpec): { disk: DiskHold; runtime: Runtime } {
    if (fromTemplate === undefined) return { disk: this.#parts.base.share(), runtime: baseRuntime }
    const { result } = this.#parts.templates.resolve(fromTemplate).build
    if (result === undefined) throw new TemplateBuildError(`template '${fromTemplate}' is not ready`)
    return { disk: result.disk.share(), runtime: result.runtime }
  }

  async #runSteps(
    build: Build,
    spec: BuildSpec,
    { launched, runtime: first, progress }: { launched: LaunchedMachine; runtime: Runtime; progress: Progress },
  ): Promise<Runtime> {
    const { uploads } = this.#parts
    const place = { envd: launched.envd, uploads, log: build.log, signal: build.abort.signal }
    let runtime = first
    for (const [index, step] of spec.steps.entries()) {
      progress.step = String(index + 1)
      runtime = await runStep({ place, number: progress.step, step, runtime })
    }
    progress.step = 'finalize'
    const startCommand = spec.startCommand ?? runtime.startCommand
    const finished = { ...runtime, startCommand, readyCommand: spec.readyCommand ?? runtime.readyCommand }
    const onOutput = (text: string): void => build.log.addOutput(text, 'finalize')
    if (!(await startForBuild(launched.envd, finished, { onOutput, readyLimitMs }))) {
      throw new TemplateBuildError(`the ready command did not succeed within ${readyLimitMs / 1000} s`)
    }
    return finished
  }
}

function describeFailure(error: unknown, step: string): BuildFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, step }
}
