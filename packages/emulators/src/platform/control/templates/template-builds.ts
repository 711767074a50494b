import { writeBuildAgent } from '../../../builds/write-build-agent.js'
import { BuildHolds } from './build-holds.js'
import { buildTemplate, type TemplateWorkshop } from './build-template.js'
import { describeFailure } from './describe-failure.js'
import { readBuildEnvs, readDefinition } from './read-definition.js'
import type { TemplateAnswer, TemplateChoice } from './template-answer.js'
import { TemplateBuild, templateIdOf, type TemplateScope } from './template-build.js'
import type { TemplateImage } from './template-image.js'

export interface TemplateBuildsParts extends TemplateWorkshop {
  /** For its own files. */
  readonly directory: string
  /** What clients are told to wait between two looks. Default 1000. */
  readonly retryAfterMs?: number | undefined
  /** So long a failure is told; the next request after it builds again, as does one with other variables. Default 60 000. */
  readonly failureKeptMs?: number | undefined
}

/** A template that is asked for, as it came in a body. */
export interface TemplateRequest extends TemplateScope {
  readonly definition: unknown
  /** `templateBuildEnvs`: for the commands of the build alone. */
  readonly envs?: unknown
}

export interface ChoiceOptions {
  /** A ready template of the same family with the same resources will do while the one that is asked for is not ready. */
  readonly families: boolean
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Templates of sandboxes, built by doing their steps in machines. The same definition in the same environment is one template. */
export class TemplateBuilds {
  readonly #parts: TemplateBuildsParts
  readonly #builds = new Map<string, TemplateBuild>()
  readonly #holds = new BuildHolds()
  #agentFile: Promise<string> | undefined

  constructor(parts: TemplateBuildsParts) {
    this.#parts = parts
  }

  /** Starts a build, or says how it stands. Throws a 400 for a definition that makes no sense. */
  request(request: TemplateRequest): TemplateAnswer {
    return this.#answer(this.#prepare(request))
  }

  /** What a sandbox boots from right now; starts a build where there is none. Never waits. Throws a 400. */
  choose(request: TemplateRequest, { families }: ChoiceOptions): TemplateChoice {
    const build = this.#prepare(request)
    if (build.image !== undefined) return { image: shareImage(build.image) }
    const relative = families ? this.#relativeOf(build) : undefined
    const image = relative && shareImage(relative)
    if (build.state === 'failed') return { image }
    return { image, templatePending: { templateId: build.options.id, retryAfterMs: this.#retryAfterMs } }
  }

  /** By its id, in this environment. */
  find({ projectId, environmentId }: TemplateScope, templateId: string): TemplateBuild | undefined {
    const build = this.#builds.get(templateId)
    const isHere = build?.options.projectId === projectId && build.options.environmentId === environmentId
    return isHere ? build : undefined
  }

  /** Keeps builds from beginning, until what is returned is called. */
  hold(): () => void {
    return this.#holds.add()
  }

  /** Gives up what is under way and forgets what was made; disks stay as long as others hold them. */
  async clear(): Promise<void> {
    const builds = [...this.#builds.values()]
    this.#builds.clear()
    for (const { abort } of builds) abort.abort()
    this.#holds.clear()
    await Promise.all(builds.map(({ ended }) => ended))
    for (const { image } of builds) await image?.disk.release()
  }

  get #retryAfterMs(): number {
    return this.#parts.retryAfterMs ?? 1000
  }

  #answer({ options, state, failure }: TemplateBuild): TemplateAnswer {
    const templateId = options.id
    if (state === 'ready') return { status: state, templateId }
    if (state === 'failed') return { status: state, templateId, error: failure }
    return { status: 'pending', templateId, retryAfterMs: this.#retryAfterMs }
  }

  #prepare({ projectId, environmentId, definition, envs: given }: TemplateRequest): TemplateBuild {
    const plan = readDefinition(definition)
    const envs = readBuildEnvs(given)
    const id = templateIdOf({ projectId, environmentId }, definition)
    const known = this.#builds.get(id)
    if (known !== undefined && !this.#isRepeated(known, envs)) return known
    const build = new TemplateBuild({ id, projectId, environmentId, plan, envs })
    this.#builds.set(id, build)
    build.ended = this.#follow(build)
    return build
  }

  /** A build that failed may succeed with another token, or later. */
  #isRepeated({ state, options, endedAt }: TemplateBuild, envs: Readonly<Record<string, string>>): boolean {
    if (state !== 'failed') return false
    const keptMs = this.#parts.failureKeptMs ?? 60_000
    return !sameText(options.envs, envs) || Date.now() - (endedAt?.getTime() ?? 0) >= keptMs
  }

  #relativeOf({ options }: TemplateBuild): TemplateImage | undefined {
    const { family, resources } = options.plan
    if (family === undefined) return undefined
    const relatives = [...this.#builds.values()].filter(({ image, options: other }) => {
      const isNear = other.projectId === options.projectId && other.environmentId === options.environmentId
      return (
        image !== undefined && isNear && other.plan.family === family && isSameSize(other.plan.resources, resources)
      )
    })
    return relatives.toSorted((a, b) => (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0)).at(-1)?.image
  }

  async #follow(build: TemplateBuild): Promise<void> {
    try {
      await this.#holds.released(build.abort.signal)
      build.state = 'building'
      this.#agentFile ??= writeBuildAgent(this.#parts.directory)
      build.image = await buildTemplate(build, this.#parts, await this.#agentFile)
      build.state = 'ready'
    } catch (error) {
      build.failure = describeFailure(error, build)
      build.state = 'failed'
    } finally {
      build.endedAt = new Date()
      build.log.end()
    }
  }
}

function isSameSize(a: TemplateImage['resources'], b: TemplateImage['resources']): boolean {
  return a.cpuCount === b.cpuCount && a.memoryMB === b.memoryMB
}

function shareImage(image: TemplateImage): TemplateImage {
  return { ...image, disk: image.disk.share() }
}
