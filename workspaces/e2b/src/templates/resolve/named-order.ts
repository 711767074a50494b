import { invalidArgument } from '@caisson/core/workspace'
import type { E2BSdk } from '../../driver/sdk.js'
import type { BuildOrder } from '../builds/template-build.js'
import { definitionContent } from '../content/definition-content.js'
import { isDefinition, isNamedSpec } from '../is-template-spec.js'
import type { NamedTemplateSpec, PreparedTemplate, TemplateResources } from '../template-spec.js'
import { checkMembers } from './known-members.js'
import { isTemplateName, isTemplateTag, readTemplateRef } from './template-names.js'

const members = [
  'ref',
  'template',
  'fallbackTemplate',
  'staleRef',
  'buildTags',
  'buildResources',
  'secrets',
] as const satisfies readonly (keyof NamedTemplateSpec)[]
const sizes = ['cpuCount', 'memoryMB'] as const satisfies readonly (keyof TemplateResources)[]

/**
 * Checks a named template, before anything is sent; `name` is what errors call it. Throws INVALID_ARGUMENT naming the member.
 */
export function checkNamedSpec(given: unknown, name = 'template'): asserts given is NamedTemplateSpec {
  checkMembers(name, given, members)
  const { ref, staleRef, buildTags, fallbackTemplate, buildResources, template, secrets } = given as NamedTemplateSpec
  readTemplateRef(`${name}.ref`, ref)
  if (staleRef !== undefined) readTemplateRef(`${name}.staleRef`, staleRef)
  if (buildTags !== undefined) checkTags(`${name}.buildTags`, buildTags)
  if (buildResources !== undefined) checkResources(`${name}.buildResources`, buildResources)
  if (secrets !== undefined) checkTexts(`${name}.secrets`, secrets)
  if (fallbackTemplate !== undefined) checkFallback(`${name}.fallbackTemplate`, fallbackTemplate)
  if (typeof template === 'function' || isDefinition(template)) return
  const expected = 'a definition, or a function that makes one'
  throw invalidArgument({ name: `${name}.template`, expected, given: template })
}

function checkTags(name: string, given: unknown): void {
  const expected = 'tags of lower-case letters, digits, -, _ and .'
  if (!Array.isArray(given)) throw invalidArgument({ name, expected, given })
  const wrong = given.findIndex((tag) => !isTemplateTag(tag))
  if (wrong !== -1) throw invalidArgument({ name, expected, given: given[wrong] })
}

function checkResources(name: string, given: unknown): void {
  checkMembers(name, given, sizes)
  for (const size of sizes) {
    const value = (given as Readonly<Record<string, unknown>>)[size]
    if (value === undefined || (Number.isSafeInteger(value) && Number(value) > 0)) continue
    throw invalidArgument({ name: `${name}.${size}`, expected: 'a whole number above 0', given: value })
  }
}

function checkTexts(name: string, given: unknown): void {
  if (Array.isArray(given) && given.every((text) => typeof text === 'string')) return
  throw invalidArgument({ name, expected: 'a list of texts', given, secret: true })
}

function checkFallback(name: string, given: unknown): void {
  if (typeof given === 'string' ? isTemplateName(given) : isDefinition(given)) return
  if (isNamedSpec(given)) return checkNamedSpec(given, name)
  throw invalidArgument({ name, expected: 'the id or name of a template, a definition, or a named template', given })
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
