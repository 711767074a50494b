import type { TemplateBuilder, TemplateClass } from 'e2b'
import { invalidArgument } from '@caisson/core/workspace'
import { contentName } from '@caisson/kit/templates'
import type { E2BSdk } from '../../driver/sdk.js'
import type { BuildOrder } from '../builds/template-build.js'
import { definitionContent } from '../content/definition-content.js'
import { isDefinition } from '../is-template-spec.js'
import { defineMountableTemplate } from '../mountable/define-mountable-template.js'
import { guardInstalls } from '../mountable/guard-installs.js'
import type { MountableTemplateSettings } from '../mountable/mountable-options.js'
import type { PreparedTemplate, TemplateDefinition, TemplateResources } from '../template-spec.js'
import { frozenDefinition } from './frozen-definition.js'

/**
 * What is built for a definition as it is now, under a name made from its content and size. Throws INVALID_ARGUMENT naming the step that
 * copies what cannot be copied; so does its `prepare` when copied files are not any more what the name was made of.
 */
export async function definitionOrder(
  sdk: E2BSdk,
  given: TemplateDefinition,
  resources: TemplateResources = {},
): Promise<BuildOrder> {
  const template = await frozenDefinition(sdk, given)
  const name = async (): Promise<string> => contentName('caisson', await definitionContent(sdk, template, resources))
  const ref = await name()
  const prepare = async (): Promise<PreparedTemplate> => {
    if ((await name()) === ref) return { template }
    throw invalidArgument({
      name: 'template',
      expected: `files that stay as they are until ${ref} is built; the next start takes them as they are then`,
      given,
    })
  }
  return { ref, resources, prepare }
}

/** The same for a function that adds to the default mountable template, whose size it keeps. */
export async function functionOrder(
  sdk: E2BSdk,
  add: (base: TemplateBuilder) => TemplateClass,
  settings: MountableTemplateSettings,
): Promise<BuildOrder> {
  const template = add(guardInstalls(defineMountableTemplate(sdk, settings)))
  if (isDefinition(template)) return definitionOrder(sdk, template, settings.resources)
  throw invalidArgument({
    name: 'template',
    expected: 'a function that returns a template made with the SDK',
    given: template,
  })
}
