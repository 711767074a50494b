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
   * signal's reason, and `SandboxTimeoutError` when the function takes too long. Without a function there is nothing to wait for, and the
   * signal is not looked at: a creation is sent in any case.
   */
  async resolve(signal: AbortSignal, remainingMs: number): Promise<WantedTemplate | undefined> {
    const spec = this.#spec
    const template =
      typeof spec === 'function'
        ? await releaseOnAbort(this.#search(spec, templateSearchLimitMs(remainingMs)), signal)
        : spec !== undefined && 'schemaVersion' in spec
          ? readTemplate(spec)
          : spec
    return template && { request: templateRequest(template), hash: templateHash(template.toJSON()) }
  }

  async #search(
    find: Extract<PlatformTemplateSpec, (...args: never) => unknown>,
    limitMs: number,
  ): Promise<PlatformTemplate | undefined> {
    this.#resolving ??= withinLimit((async () => find({ logger: this.#logger() }))(), limitMs).finally(() => {
      this.#resolving = undefined
    })
    return this.#resolving
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
