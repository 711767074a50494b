import { invalidArgument } from '@caisson/core/workspace'
import type { E2BSdk } from '../../driver/sdk.js'
import type { BuildOrder } from '../builds/template-build.js'
import { definitionContent } from '../content/definition-content.js'
import type { NamedTemplateSpec, PreparedTemplate } from '../template-spec.js'
import { isTemplateTag, readTemplateRef } from './template-names.js'

/**
 * Checks the names of a named template, before anything is sent. Throws INVALID_ARGUMENT naming the member.
 */
export function checkNamedSpec({ ref, staleRef, buildTags = [], fallbackTemplate, template }: NamedTemplateSpec): void {
  readTemplateRef('template.ref', ref)
  if (staleRef !== undefined) readTemplateRef('template.staleRef', staleRef)
  const wrong: unknown = buildTags.find((tag) => !isTemplateTag(tag))
  if (wrong !== undefined) {
    throw invalidArgument({
      name: 'template.buildTags',
      expected: 'tags of lower-case letters, digits, -, _ and .',
      given: wrong,
    })
  }
  if (typeof template !== 'function' && (typeof template !== 'object' || template === null)) {
    throw invalidArgument({
      name: 'template.template',
      expected: 'a definition, or a function that makes one',
      given: template,
    })
  }
  if (typeof fallbackTemplate === 'object' && 'ref' in fallbackTemplate) {
    readTemplateRef('template.fallbackTemplate.ref', fallbackTemplate.ref)
  }
}

/** What is built when a named template is missing. */
export function namedOrder(
  sdk: E2BSdk,
  { ref, template, buildTags, buildResources, secrets }: NamedTemplateSpec,
): BuildOrder {
  const prepare = async (): Promise<PreparedTemplate> => {
    const prepared = typeof template === 'function' ? await template() : { template }
    try {
      await definitionContent(sdk, prepared.template)
    } catch (error) {
      await prepared.dispose?.()
      throw error
    }
    return prepared
  }
  return { ref, prepare, tags: buildTags, resources: buildResources, secrets }
}
