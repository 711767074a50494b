import { startTimer } from '@caisson/core/driver'
import { SandboxTimeoutError, type Logger } from '@caisson/core/workspace'
import { releaseOnAbort } from '@caisson/kit/http'
import { templateSearchLimitMs } from '@caisson/kit/templates'
import {
  readTemplate,
  templateHash,
  templateRequest,
  type PlatformTemplate,
  type PlatformTemplateSpec,
  type TemplateRequest,
} from '../templates/index.js'

/** What a creation asks for. */
export interface WantedTemplate {
  readonly request: TemplateRequest
  /** Names the definition in the log. */
  readonly hash: string
}

/** Finds the template that a new machine is made from. Creations at the same time share the search. */
export class TemplateSource {
  readonly #spec: PlatformTemplateSpec | undefined
  readonly #logger: () => Logger
  #resolving: Promise<PlatformTemplate | undefined> | undefined

  constructor(spec: PlatformTemplateSpec | undefined, logger: () => Logger) {
    this.#spec = spec
    this.#logger = logger
  }

  /**
   * For a start with this signal, of which so much is left; `undefined`: none is wanted. Rejects with what the option's function threw, the
   * signal's reason, and `SandboxTimeoutError` when the function takes too long.
   */
  async resolve(signal: AbortSignal, remainingMs: number): Promise<WantedTemplate | undefined> {
    this.#resolving ??= withinLimit(this.#find(), templateSearchLimitMs(remainingMs)).finally(() => {
      this.#resolving = undefined
    })
    const template = await releaseOnAbort(this.#resolving, signal)
    return template && { request: templateRequest(template), hash: templateHash(template.toJSON()) }
  }

  async #find(): Promise<PlatformTemplate | undefined> {
    const spec = this.#spec
    if (typeof spec === 'function') return spec({ logger: this.#logger() })
    return spec !== undefined && 'schemaVersion' in spec ? readTemplate(spec) : spec
  }
}

/** What is still done after that is not looked at. */
async function withinLimit<T>(search: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startTimer(limitMs, () => {
      reject(new SandboxTimeoutError(limitMs, 'template', { retry: 'safe', provider: 'platform' }))
    })
    search.finally(() => timer.cancel()).then(resolve, reject)
  })
}
