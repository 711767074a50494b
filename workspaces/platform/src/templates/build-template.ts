import type { PlatformTemplate } from './platform-template.js'
import type { TemplateBuildOptions, TemplateBuildStatus } from './template-build-options.js'

export async function buildTemplate(
  _template: PlatformTemplate,
  _options: TemplateBuildOptions,
): Promise<TemplateBuildStatus> {
  throw new TypeError('not yet')
}
