import type { Logger } from '../contract/logger.js'
import type { StartOutcome } from '../contract/lifecycle.js'
import type { AcquireRequest, SandboxDriver, SandboxRef } from '../driver/sandbox-driver.js'
import { wrapError } from '../errors/wrap-error.js'
import { currentTimeMs } from '../util/ids.js'
import { bestEffort } from '../util/logging.js'
import { raceSignal } from '../util/race-signal.js'
import { delay } from '../util/timer.js'

/** A machine, and how it was got. */
export interface Acquired<Handle> {
  readonly handle: Handle
  readonly outcome: StartOutcome
}

/** Wait between attempts when a provider limits the rate without saying for how long. */
const defaultRetryAfterMs = 1000

/**
 * Gets a machine: look it up, attach to it, or create it. A create request that is on the wire is never given up, since
 * the machine it makes has to be paid for: its result is kept for the next start, or removed when nobody wants it.
 */
export class Acquisition<Handle> {
  readonly #driver: SandboxDriver<Handle>
  readonly #logger: Logger
  readonly #isWanted: () => boolean
  #creating: Promise<Handle> | undefined

  constructor(driver: SandboxDriver<Handle>, logger: Logger, isWanted: () => boolean) {
    this.#driver = driver
    this.#logger = logger
    this.#isWanted = isWanted
  }

  /** The create request that is still on the wire, if any. */
  get creating(): Promise<Handle> | undefined {
    return this.#creating
  }

  async acquire(request: AcquireRequest): Promise<Acquired<Handle>> {
    const adopted = await this.#adoptLateResult(request.signal)
    if (adopted !== undefined) return { handle: adopted, outcome: 'created' }
    const found = await this.#attempt(request, () => this.#driver.find(request))
    if (found) {
      const handle = await this.#connect(found, request)
      if (handle !== undefined) return { handle, outcome: 'connected' }
    }
    return this.#createOrAdopt(request)
  }

  /** Attaches; `undefined` when the machine vanished between the look-up and now. */
  async #connect(ref: SandboxRef, request: AcquireRequest): Promise<Handle | undefined> {
    try {
      return await this.#attempt(
        request,
        () => this.#driver.connect(ref, request),
        (late) => this.#driver.detach?.(late),
      )
    } catch (error) {
      if (request.signal.aborted || this.#driver.classifyError(error).code !== 'GONE') throw error
      if ((await this.#driver.inspect(ref, request.signal)) === 'gone') return undefined
      // The control plane still knows the machine: whatever refused is not believed.
      const { provider } = this.#driver
      throw wrapError(error, { code: 'UNAVAILABLE', retry: 'safe', operation: 'connect', provider })
    }
  }

  async #createOrAdopt(request: AcquireRequest): Promise<Acquired<Handle>> {
    try {
      return { handle: await this.#attempt(request, () => this.#create(request)), outcome: 'created' }
    } catch (error) {
      if (request.signal.aborted || this.#driver.classifyError(error).code !== 'CONFLICT') throw error
      // Somebody else made it between our look-up and our request: then it is the machine we wanted.
      const rival = await this.#attempt(request, () => this.#driver.find(request))
      const handle = rival && (await this.#connect(rival, request))
      if (handle === undefined) throw error
      return { handle, outcome: 'connected' }
    }
  }

  #create(request: AcquireRequest): Promise<Handle> {
    const creating = this.#driver.create(request)
    this.#creating = creating
    const settle = (): void => {
      if (this.#creating === creating) this.#creating = undefined
    }
    creating.then((handle) => {
      settle()
      if (request.signal.aborted && !this.#isWanted()) void this.#removeUnwanted(handle)
    }, settle)
    return creating
  }

  async #adoptLateResult(signal: AbortSignal): Promise<Handle | undefined> {
    const late = this.#creating
    if (!late) return undefined
    return raceSignal(
      late.catch(() => undefined),
      signal,
    )
  }

  async #removeUnwanted(handle: Handle): Promise<void> {
    const ref = this.#driver.describe(handle)
    this.#logger.info(`Removing machine ${ref.sandboxId}: its start was given up`)
    await bestEffort('Removing an unwanted machine', this.#logger, () =>
      this.#driver.destroy(ref, handle, new AbortController().signal),
    )
  }

  /** One request, repeated only while the provider says that it did not start because of a rate limit. */
  async #attempt<T>(request: AcquireRequest, call: () => Promise<T>, onLate?: (value: T) => void): Promise<T> {
    const { signal } = request
    for (;;) {
      signal.throwIfAborted()
      const startedAtMs = currentTimeMs()
      try {
        return await raceSignal(call(), signal, onLate)
      } catch (error) {
        if (signal.aborted) throw error
        const facts = this.#driver.classifyError(error)
        if (facts.code !== 'RATE_LIMITED') throw error
        const waitMs = facts.retryAfterMs ?? defaultRetryAfterMs
        this.#logger.debug(`Rate limited after ${currentTimeMs() - startedAtMs} ms, next attempt in ${waitMs} ms`)
        await delay(waitMs, signal)
      }
    }
  }
}
