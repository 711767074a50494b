import type { TemplateBuildStatusResponse } from 'e2b'
import { currentTimeMs } from '@caisson/core/driver'
import { BuildFailure, type BuildLogEntry } from '@caisson/kit/templates'
import { backgroundPause } from './background-pause.js'
import type { BuildIds } from './find-builds.js'
import { repeatRead } from './repeat-read.js'
import { buildRequestError } from './request-failure.js'
import type { TemplateAccount } from './template-account.js'

const firstPauseMs = 200
const longestPauseMs = 1000
/** So many looks in a row may fail, with longer and longer pauses: half a minute of trouble ends no build. */
const mostFailures = 10

/** How a build is followed. */
export interface Following {
  readonly account: TemplateAccount
  readonly ids: BuildIds
  /** For errors. */
  readonly ref: string
  readonly report: (entry: BuildLogEntry) => void
  readonly signal: AbortSignal
  /** How long it may wait for its definition; a build of somebody else may never get one. */
  readonly waitingLimitMs?: number | undefined
}

/** Looks at a build until it is ready, or `stalled`. Throws `BuildFailure` when it failed. */
export async function followBuild(following: Following): Promise<'ready' | 'stalled'> {
  const { signal, waitingLimitMs = Infinity } = following
  const endsWaitingAtMs = currentTimeMs() + waitingLimitMs
  const reader = new StatusReader(following)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
    const { status, reason } = await reader.read()
    if (status === 'ready') return 'ready'
    if (status === 'error') throw new BuildFailure(reason?.message ?? 'no reason was given', { step: reason?.step })
    if (status === 'waiting' && currentTimeMs() > endsWaitingAtMs) return 'stalled'
    await backgroundPause(pauseMs, signal)
  }
}

/** Reads where a build stands, and each of its lines once. */
class StatusReader {
  readonly #following: Following
  #seen = 0

  constructor(following: Following) {
    this.#following = following
  }

  /** When the build has ended, all of its lines were read that could be: its end is known without them. */
  async read(): Promise<TemplateBuildStatusResponse> {
    const first = await this.#readOnce(mostFailures)
    if (isOver(first) && first.logEntries.length > 0) await this.#readRest()
    return first
  }

  async #readRest(): Promise<void> {
    try {
      let hasMore = true
      while (hasMore) hasMore = (await this.#readOnce()).logEntries.length > 0
    } catch {
      this.#following.signal.throwIfAborted()
    }
  }

  async #readOnce(failureLimit?: number): Promise<TemplateBuildStatusResponse> {
    const status = await this.#ask(failureLimit)
    this.#seen += status.logEntries.length
    for (const { timestamp, level, message } of status.logEntries) {
      this.#following.report({ timestamp, level, message })
    }
    return status
  }

  async #ask(failureLimit: number | undefined): Promise<TemplateBuildStatusResponse> {
    const { account, ids, ref, signal } = this.#following
    const { sdk } = account
    const read = async (): Promise<TemplateBuildStatusResponse> =>
      sdk.Template.getBuildStatus(ids, { ...account.options(signal), logsOffset: this.#seen })
    try {
      return await repeatRead({ sdk, read, signal, failureLimit })
    } catch (error) {
      signal.throwIfAborted()
      throw buildRequestError(error, sdk, ref)
    }
  }
}

function isOver({ status }: TemplateBuildStatusResponse): boolean {
  return status === 'ready' || status === 'error'
}
