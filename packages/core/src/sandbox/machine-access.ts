import type { ErrorFacts, MachineState, SandboxDriver } from '../driver/sandbox-driver.js'
import { sandboxErrorCodes } from '../errors/codes.js'
import { isOwnError } from '../errors/is-own-error.js'
import { SandboxStateError } from '../errors/sandbox-errors.js'
import { wrapError } from '../errors/wrap-error.js'
import type { HandleAccess } from '../lifecycle/handle-access.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'

/** What became of the machine after an error, and our error for it. */
interface Verdict {
  readonly error: Error
  /** The machine is gone or was paused, and a new attachment may be tried. */
  readonly isLost: boolean
  /** The call provably had not started. */
  readonly mayRetry: boolean
}

/**
 * Gives calls the live machine and judges their errors. "Gone" is what the control plane says: an error that looks like it
 * is a suspicion, which `inspect` confirms or not. Only a confirmed one lets go of the machine, so that the next start finds
 * or makes another.
 */
export class MachineAccess<Handle> implements HandleAccess<Handle> {
  readonly #driver: SandboxDriver<Handle>
  readonly #lifecycle: Lifecycle<Handle>
  readonly #restartOnGone: boolean

  constructor(driver: SandboxDriver<Handle>, lifecycle: Lifecycle<Handle>, restartOnGone: boolean) {
    this.#driver = driver
    this.#lifecycle = lifecycle
    this.#restartOnGone = restartOnGone
  }

  async use<T>(operation: string, call: (handle: Handle) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const handle = await this.#lifecycle.acquire(signal)
    try {
      return await call(handle)
    } catch (error) {
      const verdict = await this.#judge(operation, handle, error)
      if (!verdict.isLost || !verdict.mayRetry || !this.#restartOnGone) throw verdict.error
    }
    const successor = await this.#lifecycle.acquire(signal)
    try {
      return await call(successor)
    } catch (error) {
      throw await this.translate(operation, successor, error)
    }
  }

  async translate(operation: string, handle: Handle, error: unknown): Promise<Error> {
    return (await this.#judge(operation, handle, error)).error
  }

  async #judge(operation: string, handle: Handle, error: unknown): Promise<Verdict> {
    const facts = this.#driver.classifyError(error)
    // An error of ours was judged already, or is the caller's own doing, unless what threw it suspects the machine.
    if (isOwnError(error) && !facts.suspect) return { error, isLost: false, mayRetry: false }
    if (facts.code !== 'GONE' && !facts.suspect)
      return { error: this.#wrap(operation, error, facts), isLost: false, mayRetry: false }
    if (this.#lifecycle.hasEnded(handle))
      return { error: this.#overtaken(operation, error, facts), isLost: false, mayRetry: false }
    const state = await this.#inspect(handle)
    if (state === 'running' || state === 'unknown') {
      if (isOwnError(error)) return { error, isLost: false, mayRetry: false }
      const code = facts.code === 'GONE' ? 'UNAVAILABLE' : facts.code
      return {
        error: this.#wrap(operation, error, { ...facts, code, retry: facts.retry }),
        isLost: false,
        mayRetry: false,
      }
    }
    this.#lifecycle.invalidate(handle, state === 'gone' ? 'gone' : 'stop')
    const retry = facts.retry ?? sandboxErrorCodes.GONE.retry
    const code = state === 'gone' ? 'GONE' : 'UNAVAILABLE'
    const reason = facts.message ?? (error instanceof Error ? error.message : String(error))
    const message = `${state === 'gone' ? 'the machine no longer exists' : `the machine is ${state}`} (${reason})`
    return { error: this.#wrap(operation, error, { code, retry, message }), isLost: true, mayRetry: retry === 'safe' }
  }

  async #inspect(handle: Handle): Promise<MachineState | 'gone' | 'unknown'> {
    try {
      return await this.#driver.inspect(this.#driver.describe(handle))
    } catch {
      // The control plane cannot be asked: then nothing is known, and nothing is thrown away.
      return 'unknown'
    }
  }

  #overtaken(operation: string, cause: unknown, { retry = 'ambiguous' }: ErrorFacts): Error {
    const message = `The sandbox was stopped or destroyed meanwhile: ${operation}`
    return new SandboxStateError(message, undefined, { operation, provider: this.#driver.provider, retry, cause })
  }

  #wrap(operation: string, error: unknown, facts: ErrorFacts): Error {
    return wrapError(error, { ...facts, operation, provider: this.#driver.provider })
  }
}
