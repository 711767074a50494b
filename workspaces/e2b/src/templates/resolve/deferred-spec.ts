import { SandboxTimeoutError, type Logger } from '@caisson/core/workspace'
import { startTimer } from '@caisson/core/driver'
import { templateSearchLimitMs } from '@caisson/kit/templates'
import type { DeferredNamedTemplateSpec, NamedTemplateSpec } from '../template-spec.js'

/** A template that is found out for each creation, at most once and for a limited time. */
export class DeferredSpec {
  readonly #spec: DeferredNamedTemplateSpec
  readonly #logger: () => Logger
  #begun: { readonly signal: AbortSignal; readonly found: Promise<NamedTemplateSpec> } | undefined

  constructor(spec: DeferredNamedTemplateSpec, logger: () => Logger) {
    this.#spec = spec
    this.#logger = logger
  }

  /** Begins it for the start that has the signal, of which so much is left. */
  begin(signal: AbortSignal, remainingMs: number): void {
    const found = this.#resolve(signal, templateSearchLimitMs(remainingMs))
    // Nobody may ask for it after all.
    found.catch(() => undefined)
    this.#begun = { signal, found }
  }

  /** What was begun for this start, or else begins it. Rejects as it does, and when it takes too long. */
  async take(signal: AbortSignal, remainingMs: number): Promise<NamedTemplateSpec> {
    if (this.#begun?.signal !== signal) this.begin(signal, remainingMs)
    const found = this.#begun?.found ?? this.#resolve(signal, remainingMs)
    this.#begun = undefined
    return found
  }

  async #resolve(signal: AbortSignal, limitMs: number): Promise<NamedTemplateSpec> {
    const controller = new AbortController()
    const abort = (): void => controller.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const timer = startTimer(limitMs, () => {
      controller.abort(new SandboxTimeoutError(limitMs, 'resolveSpec', { retry: 'safe', provider: 'e2b' }))
    })
    try {
      return await Promise.race([
        this.#spec.resolveSpec({ signal: controller.signal, logger: this.#logger() }),
        rejectsWhenAborted(controller.signal),
      ])
    } finally {
      timer.cancel()
      signal.removeEventListener('abort', abort)
    }
  }
}

async function rejectsWhenAborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
