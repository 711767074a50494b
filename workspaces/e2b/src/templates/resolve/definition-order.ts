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
import type { TemplateDefinition, TemplateResources } from '../template-spec.js'

/**
 * What is built for a definition, under a name made from its content and size. Throws INVALID_ARGUMENT naming the step that
 * copies what cannot be copied.
 */
export async function definitionOrder(
  sdk: E2BSdk,
  template: TemplateDefinition,
  resources: TemplateResources = {},
): Promise<BuildOrder> {
  const ref = contentName('caisson', await definitionContent(sdk, template, resources))
  return { ref, resources, prepare: async () => ({ template }) }
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
