import { SandboxError } from '@caisson/core/workspace'
import { currentTimeMs } from '@caisson/core/driver'
import { lookForLost } from '@caisson/kit/http'
import { BuildFailure, type Build, type BuildLogEntry } from '@caisson/kit/templates'
import type { PreparedTemplate, TemplateResources } from '../template-spec.js'
import { buildUnderWay, findBuilds, isRefReady, type BuildIds, type KnownBuilds } from './find-builds.js'
import { followBuild } from './follow-build.js'
import { knownBuildIds } from './known-builds.js'
import { buildRequestError, buildRequestFacts, ForeignNameError } from './request-failure.js'
import type { TemplateAccount } from './template-account.js'

/** Longest wait for the definition of a build that another program has asked for. */
const longestPreparationMs = 60_000

/** What is to be built. */
export interface BuildOrder {
  /** `name` or `name:tag`. */
  readonly ref: string
  /** Makes the definition, once it has to be sent. */
  readonly prepare: () => Promise<PreparedTemplate>
  readonly tags?: readonly string[] | undefined
  readonly resources?: TemplateResources | undefined
  /** What no line and no error may show. */
  readonly secrets?: readonly string[] | undefined
}

/** What tells builds apart in this process. */
export function buildKey({ key }: TemplateAccount, ref: string): string {
  return `${key} ${ref}`
}

type Report = (entry: BuildLogEntry) => void

/** A build under a name of an account. One that somebody else makes already is joined, and one that is ready is taken. */
export class TemplateBuild implements Build {
  readonly provider = 'e2b'
  readonly key: string
  readonly title: string
  readonly secrets: readonly string[] | undefined
  readonly #account: TemplateAccount
  readonly #order: BuildOrder

  constructor(account: TemplateAccount, order: BuildOrder) {
    this.#account = account
    this.#order = order
    this.key = buildKey(account, order.ref)
    this.title = `template ${order.ref}`
    this.secrets = order.secrets
  }

  async run(report: Report, signal: AbortSignal): Promise<void> {
    try {
      await this.#runUnderAnyName(report, signal)
    } finally {
      knownBuildIds.forget(this.key)
    }
  }

  async #runUnderAnyName(report: Report, signal: AbortSignal): Promise<void> {
    const { ref } = this.#order
    const tried = this.#account.nameOf(ref)
    try {
      await this.#runAs(tried, report, signal)
    } catch (error) {
      if (!(error instanceof ForeignNameError) || !this.#account.noteForeign(ref, tried)) throw error
      const name = this.#account.nameOf(ref)
      say(report, `the name ${ref} belongs to another account; building ${name}`)
      await this.#runAs(name, report, signal)
    }
  }

  async #runAs(name: string, report: Report, signal: AbortSignal): Promise<void> {
    const before = await this.#find(name, signal)
    if (await this.#isMade(name, before, report, signal)) return
    const ids = await this.#start(name, before, signal)
    knownBuildIds.tell(this.key, ids, this.secrets)
    try {
      await followBuild({ account: this.#account, ref: name, report, signal, ids })
    } catch (error) {
      // E2B ends a build when another of the same tag begins.
      const isEnded = error instanceof BuildFailure
      if (!isEnded || !(await this.#isMade(name, await this.#find(name, signal), report, signal))) throw error
    }
  }

  /** Whether somebody else has built it; waits for a build of theirs that is under way. */
  async #isMade(name: string, known: KnownBuilds, report: Report, signal: AbortSignal): Promise<boolean> {
    const ids = buildUnderWay(known)
    if (ids === undefined) return this.#isReady(name, known, signal)
    knownBuildIds.tell(this.key, ids, this.secrets)
    const account = this.#account
    // Of a build it cannot be seen which tags it has. Without any, all builds of the name are the same.
    const hasTag = name.includes(':')
    say(report, `${name} is being built already; waiting for that`)
    try {
      const end = await followBuild({ account, ref: name, report, signal, ids, waitingLimitMs: longestPreparationMs })
      if (end === 'stalled' || !hasTag) return end === 'ready'
    } catch (error) {
      if (hasTag && error instanceof BuildFailure) return false
      throw error
    }
    const look = async (): Promise<true | undefined> =>
      (await this.#isReady(name, await this.#find(name, signal), signal)) || undefined
    return (await lookForLost({ look, signal })) === true
  }

  /** Asks for the build; when an answer is lost, looks whether it was asked for, and asks once more only when it was not. */
  async #start(name: string, before: KnownBuilds, signal: AbortSignal): Promise<BuildIds> {
    const { template, dispose } = await this.#prepare()
    try {
      return await this.#request(name, template)
    } catch (error) {
      const { retry } = buildRequestFacts(error, this.#account.sdk)
      if (retry !== 'ambiguous') throw buildRequestError(error, this.#account.sdk, name)
      return (await this.#findLost(name, before, signal)) ?? (await this.#requestAgain(name, template))
    } finally {
      await dispose?.()
    }
  }

  /** Whatever keeps the definition from being made is a failure of this build, not of E2B. */
  async #prepare(): Promise<PreparedTemplate> {
    try {
      return await this.#order.prepare()
    } catch (error) {
      const isOwn = SandboxError.isInstance(error) && ['EXECUTION_FAILED', 'INVALID_ARGUMENT'].includes(error.code)
      if (isOwn) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new BuildFailure(`its definition could not be made: ${reason}`)
    }
  }

  async #request(name: string, template: PreparedTemplate['template']): Promise<BuildIds> {
    const { tags, resources } = this.#order
    // Without the limit of a request: files have the SDK's own, which is longer.
    const { requestTimeoutMs: _limit, ...options } = this.#account.options()
    const { templateId, buildId } = await this.#account.sdk.Template.buildInBackground(template, name, {
      ...options,
      ...(tags === undefined ? {} : { tags: [...tags] }),
      ...(resources?.cpuCount === undefined ? {} : { cpuCount: resources.cpuCount }),
      ...(resources?.memoryMB === undefined ? {} : { memoryMB: resources.memoryMB }),
    })
    return { templateId, buildId }
  }

  async #requestAgain(name: string, template: PreparedTemplate['template']): Promise<BuildIds> {
    try {
      return await this.#request(name, template)
    } catch (error) {
      throw buildRequestError(error, this.#account.sdk, name)
    }
  }

  /** A build that was not there before and has its definition. */
  async #findLost(name: string, before: KnownBuilds, signal: AbortSignal): Promise<BuildIds | undefined> {
    const old = new Set(before.builds.map(({ buildID }) => buildID))
    const look = async (): Promise<BuildIds | undefined> => {
      const { templateId, builds } = await findBuilds(this.#account, name, signal)
      const found = builds.find(({ buildID, status }) => !old.has(buildID) && status !== 'waiting')
      return found && templateId !== undefined ? { templateId, buildId: found.buildID } : undefined
    }
    return lookForLost({ look, signal })
  }

  async #find(name: string, signal: AbortSignal): Promise<KnownBuilds> {
    try {
      return await findBuilds(this.#account, name, signal)
    } catch (error) {
      throw buildRequestError(error, this.#account.sdk, name)
    }
  }

  async #isReady(name: string, known: KnownBuilds, signal: AbortSignal): Promise<boolean> {
    try {
      return await isRefReady(this.#account, name, known, signal)
    } catch (error) {
      throw buildRequestError(error, this.#account.sdk, name)
    }
  }
}

function say(report: Report, message: string): void {
  report({ timestamp: new Date(currentTimeMs()), level: 'info', message })
}
