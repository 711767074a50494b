import type { Sandbox } from 'e2b'
import type { Logger, SandboxError } from '@caisson/core/workspace'
import { currentTimeMs, delay } from '@caisson/core/driver'
import type { BuildWatch } from '@caisson/kit/templates'
import { statusOf } from '../../driver/error-status.js'
import type { TemplateAccount } from '../builds/template-account.js'
import { buildKey, TemplateBuild, type BuildOrder } from '../builds/template-build.js'
import { templateBuilds } from '../builds/template-builds.js'

/** A template that was built a moment ago may not be known everywhere yet. */
const longestLagMs = 10_000
const firstLookMs = 250
const longestLookMs = 2000

/** What the creation of one machine needs. */
export interface TemplateStartParts {
  readonly account: TemplateAccount
  /** Creates a machine from the template of this name. */
  readonly make: (name: string) => Promise<Sandbox>
  /** Aborted when nobody waits for the machine any more. */
  readonly signal: AbortSignal
  readonly logger: Logger
  readonly onBuildLog: BuildWatch['onBuildLog']
  /** Longest wait for a build that begins now, and the option that it comes from. */
  readonly buildLimit: () => Required<Pick<BuildWatch, 'limitMs' | 'limitOption'>>
}

/** One machine that is to be created, from one template or another. */
export class TemplateStart {
  readonly #parts: TemplateStartParts
  #hasAsked = false

  constructor(parts: TemplateStartParts) {
    this.#parts = parts
  }

  get logger(): Logger {
    return this.#parts.logger
  }

  get signal(): AbortSignal {
    return this.#parts.signal
  }

  get account(): TemplateAccount {
    return this.#parts.account
  }

  /** From a template that the caller named: every failure is the caller's. */
  async makeFrom(name: string): Promise<Sandbox> {
    return this.#make(name)
  }

  /**
   * From a template of this account under the ref; `undefined` when there is none. A ref whose name is another account's is
   * tried once more under the account's own name; when that is refused as well, it is no matter of names.
   */
  async tryFrom(ref: string): Promise<Sandbox | undefined> {
    const { account } = this.#parts
    const name = account.nameOf(ref)
    try {
      return await this.#make(name)
    } catch (error) {
      const status = this.#statusOf(error)
      if (status === 404) return undefined
      if (status !== 403 || !account.noteForeign(ref, name)) throw error
      return this.tryFrom(ref)
    }
  }

  /** The same after a build of the ref has ended. */
  async tryFromNew(ref: string): Promise<Sandbox | undefined> {
    const endsAtMs = currentTimeMs() + longestLagMs
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 2, longestLookMs)) {
      const sandbox = await this.tryFrom(ref)
      if (sandbox !== undefined || currentTimeMs() + pauseMs > endsAtMs) return sandbox
      await delay(pauseMs, this.signal)
    }
  }

  /** It is being built in this process. */
  isBuilding(ref: string): boolean {
    return templateBuilds.isUnderWay(buildKey(this.account, ref))
  }

  /** What a build of it failed with, when none has succeeded since. */
  failureOf(ref: string): SandboxError | undefined {
    return templateBuilds.failureOf(buildKey(this.account, ref))?.error
  }

  /** A build of it failed, so short a while ago that none is started in the background. */
  hasFailedBefore(ref: string): boolean {
    const failure = templateBuilds.failureOf(buildKey(this.account, ref))
    return failure !== undefined && currentTimeMs() < failure.retryAtMs
  }

  /** Waits for a build. */
  async build(order: BuildOrder): Promise<void> {
    const { account, signal, logger, onBuildLog, buildLimit } = this.#parts
    const watch = { signal, logger, onBuildLog, ...buildLimit() }
    await templateBuilds.ensure(new TemplateBuild(account, order), watch)
  }

  buildInBackground(order: BuildOrder): void {
    const { account, logger, onBuildLog } = this.#parts
    templateBuilds.inBackground(new TemplateBuild(account, order), { logger, onBuildLog })
  }

  /** A first machine is asked for in any case: who wants it no more gets rid of it. No other is asked for in its place then. */
  async #make(name: string): Promise<Sandbox> {
    if (this.#hasAsked) this.signal.throwIfAborted()
    this.#hasAsked = true
    return this.#parts.make(name)
  }

  #statusOf(error: unknown): number | undefined {
    const { SandboxError } = this.account.sdk
    return error instanceof SandboxError ? statusOf(error) : undefined
  }
}
