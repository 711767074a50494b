import { startTimer } from '@caisson/core/driver'
import { SandboxError } from '@caisson/core/workspace'
import type { Build, BuildLogEntry, BuildWatch } from './build.js'
import { BuildAudience } from './build-audience.js'
import { BuildFailure } from './build-failure.js'
import { redactRepositoryText } from './redact-repository-text.js'
import { templateBuildError } from './template-build-error.js'
import { templateBuildTimeoutError } from './template-build-timeout-error.js'

const defaultLimitOption = 'buildTimeoutMs'

/** One run of a build, and all who want to know of it. */
export class BuildJob {
  readonly #build: Build
  readonly #audience: BuildAudience
  readonly #nobodyFollows = new AbortController()
  #waitingCount = 0
  #isOverdue = false
  /** Resolves at the end with the failure, if it is one. Never rejects. */
  readonly ended: Promise<SandboxError | undefined>

  /** After `followMs` it is given up as soon as nobody waits for it. */
  constructor(build: Build, followMs: number) {
    this.#build = build
    this.#audience = new BuildAudience(`${build.provider}: ${build.title}`)
    this.ended = this.#run(followMs)
  }

  /** Tells somebody of it who does not wait. */
  watch(watch: Pick<BuildWatch, 'logger' | 'onBuildLog'>): void {
    this.#audience.add(watch)
  }

  /** Waits for its end. Rejects with its failure, when the limit is over, and with the reason of the signal. */
  async wait(watch: BuildWatch): Promise<void> {
    const leave = this.#audience.add(watch)
    this.#waitingCount += 1
    try {
      const failure = await this.#endFor(watch)
      if (failure) throw failure
    } finally {
      leave()
      this.#waitingCount -= 1
      this.#giveUpWhenOverdue(watch)
    }
  }

  async #run(followMs: number): Promise<SandboxError | undefined> {
    const overdue = (): void => {
      this.#isOverdue = true
      this.#giveUpWhenOverdue({ limitMs: followMs })
    }
    const timer = startTimer(followMs, overdue, { background: true })
    try {
      // Whoever asked for it is there before it says anything.
      await Promise.resolve()
      this.#audience.say('info', 'the build begins')
      await Promise.race([this.#build.run((entry) => this.#report(entry), this.#nobodyFollows.signal), this.#givenUp()])
      this.#audience.say('info', 'the build is done')
      return undefined
    } catch (error) {
      const failure = this.#failureOf(error)
      this.#audience.say('warn', failure.message)
      return failure
    } finally {
      timer.cancel()
    }
  }

  #report(entry: BuildLogEntry): void {
    this.#audience.tell({ ...entry, message: redactRepositoryText(entry.message, this.#build.secrets) })
  }

  #failureOf(error: unknown): SandboxError {
    if (SandboxError.isInstance(error)) return error
    const reason = error instanceof Error ? error.message : String(error)
    const step = error instanceof BuildFailure ? error.step : undefined
    // The error itself is no cause: it may hold texts of the vendor as they came.
    return templateBuildError({ ...this.#facts(), reason, step })
  }

  async #givenUp(): Promise<never> {
    const { signal } = this.#nobodyFollows
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }

  #giveUpWhenOverdue(watch: Pick<BuildWatch, 'limitMs' | 'limitOption'>): void {
    if (this.#isOverdue && this.#waitingCount === 0) this.#nobodyFollows.abort(this.#timeoutError(watch))
  }

  async #endFor(watch: BuildWatch): Promise<SandboxError | undefined> {
    const { signal, limitMs } = watch
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      // In the foreground even without a limit: timers of the build itself may be in the background.
      const timer = startTimer(Math.min(limitMs, Number.MAX_SAFE_INTEGER), () => settle(this.#timeoutError(watch)))
      const abort = (): void => settle(signal?.reason)
      const forget = (): void => {
        timer.cancel()
        signal?.removeEventListener('abort', abort)
      }
      const settle = (reason: unknown): void => {
        forget()
        reject(reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      void this.ended.then((failure) => {
        forget()
        resolve(failure)
      })
    })
  }

  #timeoutError({
    limitMs,
    limitOption = defaultLimitOption,
  }: Pick<BuildWatch, 'limitMs' | 'limitOption'>): SandboxError {
    return templateBuildTimeoutError({ ...this.#facts(), limitMs, limitOption })
  }

  #facts(): Pick<Parameters<typeof templateBuildError>[0], 'provider' | 'title' | 'logs' | 'secrets'> {
    const { provider, title, secrets } = this.#build
    return { provider, title, secrets, logs: this.#audience.lastMessages }
  }
}
