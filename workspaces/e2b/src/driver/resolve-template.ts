import { createHash } from 'node:crypto'
import type { ConnectionOpts, TemplateClass } from 'e2b'
import { isDeferredSpec, isNamedSpec } from '../templates/is-template-spec.js'
import type { TemplateSpec } from '../templates/template-spec.js'
import type { E2BSdk } from './sdk.js'

/** E2B's own image, which definitions made by a function start from. */
const baseTemplate = 'base'

/** Finds out which template a new machine is made from. A definition is built once, under a name made from its content. */
export class TemplateResolver {
  readonly #template: TemplateSpec
  #name: string | undefined

  constructor(template: TemplateSpec) {
    this.#template = template
  }

  /** No request for a name; one for a definition that was built before. */
  async resolve(sdk: E2BSdk, options: ConnectionOpts & { signal: AbortSignal }): Promise<string> {
    if (typeof this.#template === 'string') return this.#template
    this.#name ??= await ensureBuilt(sdk, definitionOf(sdk, this.#template), options)
    return this.#name
  }
}

function definitionOf(sdk: E2BSdk, template: Exclude<TemplateSpec, string>): TemplateClass {
  if (isNamedSpec(template) || isDeferredSpec(template)) return sdk.Template().fromTemplate(baseTemplate)
  return typeof template === 'function' ? template(sdk.Template().fromTemplate(baseTemplate)) : template
}

async function ensureBuilt(
  sdk: E2BSdk,
  definition: TemplateClass,
  options: ConnectionOpts & { signal: AbortSignal },
): Promise<string> {
  const content = await sdk.Template.toJSON(definition, true)
  const name = `caisson-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
  if (!(await sdk.Template.exists(name, options))) await sdk.Template.build(definition, name, options)
  return name
}
