import { imageTools } from '@caisson/kit/mounts'
import { contentName } from '@caisson/kit/templates'
import type { MountableTemplateSettings } from './mountable-options.js'

/** Raised with each change to the steps, so that a template that others have built already is not taken for the new one. */
const version = 'v1'

/** The name of the template: the same for the same settings, another one for anything else. */
export function mountableTemplateId(settings: MountableTemplateSettings): string {
  const { resources, nodeVersion, nodeSource, tools } = settings
  const { packages } = imageTools(tools)
  return contentName('caisson', { aptPackages: packages, ...resources, nodeVersion, nodeSource, tools, version })
}
