import { randomInt } from 'node:crypto'
import { BuildFailure } from '@caisson/kit/templates'
import { backgroundPause } from './background-pause.js'
import { say, type BuildCall } from './build-order.js'
import { BuildRequests } from './build-requests.js'
import { findBuilds, findUnderWay, isRefReady, type BuildIds, type KnownBuilds } from './find-builds.js'
import { followBuild } from './follow-build.js'
import { PreparedDefinition } from './prepared-definition.js'
import { buildRequestError } from './request-failure.js'

/** Longest wait for the definition of a build that another program has asked for. */
const longestPreparationMs = 60_000
/** So many builds of others are waited for, one after the other, and so often one of ours is asked for. */
const mostJoined = 5
const mostAsked = 5
/** After others came in between. They waited as well: who comes first is left to chance. */
const shortestPauseMs = 200
const longestPauseMs = 2000

/** A build that failed, and what was known when it began. */
interface EndedBuild {
  readonly failure: BuildFailure
  readonly before: KnownBuilds
}

/**
 * One run of a build under a name: until it is ready, whoever built it. E2B ends a build when another with a tag in common
 * begins, and one that waits for its definition already when another is asked for. What was ended so is no failure: the other
 * is waited for, and ours is asked for once more where that does not do.
 */
export class BuildRun {
  readonly #call: BuildCall
  readonly #onIds: (ids: BuildIds) => void
  readonly #requests: BuildRequests
  readonly #definition: PreparedDefinition
  readonly #joined = new Set<string>()

  /** `onIds` gets the ids of whatever build is followed. */
  constructor(call: BuildCall, onIds: (ids: BuildIds) => void) {
    this.#call = call
    this.#onIds = onIds
    this.#requests = new BuildRequests(call)
    this.#definition = new PreparedDefinition(call.order.prepare)
  }

  /** Rejects with `BuildFailure`, and with what `buildRequestError` makes of failed requests. */
  async toEnd(): Promise<void> {
    try {
      await this.#toEnd()
    } finally {
      await this.#definition.dispose()
    }
  }

  async #toEnd(): Promise<void> {
    let ended: EndedBuild | undefined
    for (let asked = 0; ;) {
      const known = await this.#find()
      const ids = this.#joinable(known)
      if (ids !== undefined) {
        const end = await this.#join(ids, known)
        if (end === 'made') return
        ended = end ?? ended
      } else if (await this.#isReady(known)) {
        return
      } else if (ended === undefined) {
        asked += 1
        ended = await this.#build(known)
        if (ended === undefined) return
      } else {
        if (asked === mostAsked || !this.#isOvertaken(ended, known)) throw ended.failure
        ended = undefined
        await backgroundPause(randomInt(shortestPauseMs, longestPauseMs), this.#call.signal)
      }
    }
  }

  /** A build that somebody else makes and that was not waited for yet. */
  #joinable(known: KnownBuilds): BuildIds | undefined {
    return this.#joined.size < mostJoined ? findUnderWay(known, (id) => !this.#joined.has(id)) : undefined
  }

  /** Of a build it cannot be seen which tags it has. Without any, all builds of the name are the same. */
  get #hasTag(): boolean {
    return this.#call.name.includes(':')
  }

  /** Waits for a build of somebody else. `undefined`: it does not tell whether ours can be made. */
  async #join(ids: BuildIds, before: KnownBuilds): Promise<'made' | EndedBuild | undefined> {
    this.#joined.add(ids.buildId)
    say(this.#call, `${this.#call.name} is being built already; waiting for that`)
    try {
      const end = await this.#follow(ids, longestPreparationMs)
      return end === 'ready' && !this.#hasTag ? 'made' : undefined
    } catch (error) {
      if (!(error instanceof BuildFailure)) throw error
      return this.#hasTag ? undefined : { failure: error, before }
    }
  }

  /** Asks for ours and waits for it. */
  async #build(before: KnownBuilds): Promise<EndedBuild | undefined> {
    const definition = await this.#definition.take()
    try {
      const ids = await this.#requests.ask(definition, before)
      await this.#definition.dispose()
      await this.#follow(ids)
      return undefined
    } catch (error) {
      if (error instanceof BuildFailure) return { failure: error, before }
      throw error
    }
  }

  /** Whether others were asked for meanwhile; a build that failed at a step of its own has not been ended by them. */
  #isOvertaken({ failure, before }: EndedBuild, now: KnownBuilds): boolean {
    const old = new Set(before.builds.map(({ buildID }) => buildID))
    const hasNew = now.builds.some(({ buildID }) => !old.has(buildID) && !this.#requests.isOwn(buildID))
    return failure.step === undefined && hasNew
  }

  async #follow(ids: BuildIds, waitingLimitMs?: number): Promise<'ready' | 'stalled'> {
    const { account, name: ref, report, signal } = this.#call
    this.#onIds(ids)
    return followBuild({ account, ref, report, signal, ids, waitingLimitMs })
  }

  async #find(): Promise<KnownBuilds> {
    const { account, name, signal } = this.#call
    try {
      return await findBuilds(account, name, signal)
    } catch (error) {
      throw buildRequestError(error, account.sdk, name)
    }
  }

  async #isReady(known: KnownBuilds): Promise<boolean> {
    const { account, name, signal } = this.#call
    try {
      return await isRefReady(account, name, known, signal)
    } catch (error) {
      throw buildRequestError(error, account.sdk, name)
    }
  }
}
