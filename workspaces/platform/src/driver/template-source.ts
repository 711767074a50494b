import type { Logger } from '@caisson/core/workspace'
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

  /** `undefined`: none is wanted. Rejects with what the option's function threw. */
  async resolve(): Promise<WantedTemplate | undefined> {
    this.#resolving ??= this.#find().finally(() => {
      this.#resolving = undefined
    })
    const template = await this.#resolving
    return template && { request: templateRequest(template), hash: templateHash(template.toJSON()) }
  }

  async #find(): Promise<PlatformTemplate | undefined> {
    const spec = this.#spec
    if (typeof spec === 'function') return spec({ logger: this.#logger() })
    return spec !== undefined && 'schemaVersion' in spec ? readTemplate(spec) : spec
  }
}
