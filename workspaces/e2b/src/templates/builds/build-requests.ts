import { lookForLost } from '@caisson/kit/http'
import type { TemplateDefinition } from '../template-spec.js'
import { backgroundPause } from './background-pause.js'
import { say, type BuildCall } from './build-order.js'
import { findBuilds, type BuildIds, type KnownBuilds } from './find-builds.js'
import { givenUpBuilds } from './given-up-builds.js'
import { buildRequestError, buildRequestFacts } from './request-failure.js'
import { RequestPatience } from './request-patience.js'

/** The requests of one run of a build. */
export class BuildRequests {
  readonly #call: BuildCall
  /**
   * What the SDK said of them. It tells a build's id by this alone when a request fails halfway; the ids of builds that E2B
   * lists are looked for in it, its wording is not read.
   */
  readonly #said: string[] = []

  constructor(call: BuildCall) {
    this.#call = call
  }

  /** Whether a build is one of those that were asked for here. */
  isOwn(buildId: string): boolean {
    return isIn(this.#said, buildId)
  }

  /**
   * Asks for a build and sends its files. What fails for the moment is tried again; a new request takes the place of what the
   * one before has left. When an answer is lost, a build of ours that began is taken. Rejects with what `buildRequestError`
   * makes, and with the signal's reason.
   */
  async ask(template: TemplateDefinition, before: KnownBuilds): Promise<BuildIds> {
    const { account, name, signal } = this.#call
    const patience = new RequestPatience(account.sdk)
    for (;;) {
      const said: string[] = []
      try {
        return await this.#request(template, said)
      } catch (error) {
        const begun = await this.#findBegun(error, said, before)
        if (begun !== undefined) return begun
        givenUpBuilds.add(said)
        const pauseMs = patience.pauseAfter(error)
        if (pauseMs === undefined) throw buildRequestError(error, account.sdk, name)
        this.#tell(error)
        await backgroundPause(pauseMs, signal)
      }
    }
  }

  async #request(template: TemplateDefinition, said: string[]): Promise<BuildIds> {
    const { account, order, name } = this.#call
    const { tags, resources } = order
    // Without the limit of a request: files have the SDK's own, which is longer.
    const { requestTimeoutMs: _limit, ...options } = account.options()
    const { templateId, buildId } = await account.sdk.Template.buildInBackground(template, name, {
      ...options,
      ...(tags === undefined ? {} : { tags: [...tags] }),
      ...(resources?.cpuCount === undefined ? {} : { cpuCount: resources.cpuCount }),
      ...(resources?.memoryMB === undefined ? {} : { memoryMB: resources.memoryMB }),
      onBuildLogs: ({ message }) => {
        said.push(message)
        this.#said.push(message)
      },
    })
    this.#said.push(buildId)
    return { templateId, buildId }
  }

  /** After an answer that was lost: our build, if it has its definition. */
  async #findBegun(error: unknown, said: readonly string[], before: KnownBuilds): Promise<BuildIds | undefined> {
    const { account, name, signal } = this.#call
    if (buildRequestFacts(error, account.sdk).retry !== 'ambiguous') return undefined
    const look = async (): Promise<BuildIds | 'not asked for' | undefined> => {
      const { templateId, builds } = await findBuilds(account, name, signal)
      const own = builds.find(({ buildID }) => isIn(said, buildID))
      if (own !== undefined && templateId !== undefined) {
        return own.status === 'waiting' ? undefined : { templateId, buildId: own.buildID }
      }
      this.#giveUpNew(builds, before)
      return 'not asked for'
    }
    const found = await lookForLost({ look, signal })
    // Without an answer to the question itself nothing was sent that could begin.
    return found === 'not asked for' ? undefined : found
  }

  /** Whose answer was lost is among those that were not there before, and is not started any more. */
  #giveUpNew(builds: KnownBuilds['builds'], before: KnownBuilds): void {
    const old = new Set(before.builds.map(({ buildID }) => buildID))
    const fresh = builds.filter(({ buildID, status }) => status === 'waiting' && !old.has(buildID))
    givenUpBuilds.add(fresh.map(({ buildID }) => buildID))
  }

  #tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    say(this.#call, `${this.#call.name} cannot be built yet and is asked for again: ${message}`)
  }
}

function isIn(texts: readonly string[], buildId: string): boolean {
  return texts.some((text) => text.includes(buildId))
}
