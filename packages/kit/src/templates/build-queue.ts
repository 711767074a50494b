import { currentTimeMs } from '@caisson/core/driver'
import type { SandboxError } from '@caisson/core/workspace'
import type { Build, BuildWatch } from './build.js'
import { BuildJob } from './build-job.js'
import { LeastRecentlyUsed } from './least-recently-used.js'

const firstPauseMs = 60_000
const longestPauseMs = 60 * 60_000
/** Nobody waits for a build in the background; it is followed for this long. */
const defaultFollowMs = 60 * 60_000
const mostFailures = 1000

/** The last failure of a build. */
export interface KnownBuildFailure {
  readonly error: SandboxError
  /** When it failed, in milliseconds since 1970. */
  readonly atMs: number
  /** Before then it is not tried again in the background. */
  readonly retryAtMs: number
}

/** What somebody wants of a build that nobody waits for. */
export interface BackgroundBuildWatch extends Pick<BuildWatch, 'limitOption' | 'logger' | 'onBuildLog'> {
  /** How long it is followed, in milliseconds. Default one hour. */
  readonly limitMs?: number | undefined
}

export interface BuildQueueOptions {
  /** The clock of pauses after failures: milliseconds since 1970. Default: the computer's. */
  readonly now?: (() => number) | undefined
}

type Failure = KnownBuildFailure & { readonly count: number }

/** The builds of this process. Of those with the same key one runs at a time. */
export class BuildQueue {
  readonly #now: () => number
  readonly #jobs = new Map<string, BuildJob>()
  readonly #failures = new LeastRecentlyUsed<Failure>(mostFailures)

  constructor({ now = currentTimeMs }: BuildQueueOptions = {}) {
    this.#now = now
  }

  /**
   * Joins the build of this key that is under way in this process, or starts it; and waits for it. Whoever gives up leaves it to the others, and
   * it goes on without any.
   *
   * Rejects with what `templateBuildError` or `templateBuildTimeoutError` makes, with a `SandboxError` of the build itself, or with the reason of
   * the signal.
   */
  async ensure(build: Build, watch: BuildWatch): Promise<void> {
    watch.signal?.throwIfAborted()
    const job = this.#jobs.get(build.key) ?? this.#start(build, defaultFollowMs)
    return job.wait(watch)
  }

  /**
   * Starts a build and does not wait for it, unless it is under way, or failed a short while ago: one minute, twice as long after each further
   * failure, an hour at most. A failure is a warning of the logger, and is told by `failureOf`. Keeps no process alive.
   */
  inBackground(build: Build, watch: BackgroundBuildWatch): 'started' | 'under way' | 'failed before' {
    if (this.#jobs.has(build.key)) return 'under way'
    const failure = this.#failures.get(build.key)
    if (failure !== undefined && this.#now() < failure.retryAtMs) {
      const again = new Date(failure.retryAtMs).toISOString()
      watch.logger.info(
        `${build.provider}: ${build.title} is not built again before ${again}, because its build failed`,
      )
      return 'failed before'
    }
    this.#start(build, watch.limitMs ?? defaultFollowMs).watch(watch)
    return 'started'
  }

  /** Whether the build of this key is under way in this process. */
  isUnderWay(key: string): boolean {
    return this.#jobs.has(key)
  }

  /** The last failure of the build of this key, until one succeeds. */
  failureOf(key: string): KnownBuildFailure | undefined {
    const failure = this.#failures.get(key)
    return failure && { error: failure.error, atMs: failure.atMs, retryAtMs: failure.retryAtMs }
  }

  #start(build: Build, followMs: number): BuildJob {
    const job = new BuildJob(build, followMs)
    this.#jobs.set(build.key, job)
    void job.ended.then((error) => {
      this.#jobs.delete(build.key)
      if (error === undefined) this.#failures.delete(build.key)
      else this.#note(build.key, error)
    })
    return job
  }

  #note(key: string, error: SandboxError): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const pauseMs = Math.max(Math.min(firstPauseMs * 2 ** (count - 1), longestPauseMs), error.retryAfterMs ?? 0)
    const atMs = this.#now()
    this.#failures.set(key, { error, atMs, retryAtMs: atMs + pauseMs, count })
  }
}
