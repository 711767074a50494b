import type { PlatformTemplate } from './platform-template.js'
import type { TemplateDefinition } from './template-definition.js'

/** How a template goes into the body of a request. */
export interface TemplateRequest {
  readonly templateDefinition: TemplateDefinition
  /** Secrets, perhaps: never log them. `undefined` where there are none. */
  readonly templateBuildEnvs: Readonly<Record<string, string>> | undefined
}

/** What templates have beside their public methods, whichever of several copies of this package made them. */
export interface RequestHolder {
  toRequest(): TemplateRequest
}

/** Whether it was made by `Template()`. */
export function isTemplate(value: unknown): value is PlatformTemplate & RequestHolder {
  if (typeof value !== 'object' || value === null) return false
  return ['toRequest', 'toJSON', 'build'].every((name) => typeof Reflect.get(value, name) === 'function')
}

/** Members of the body of a request that asks for a template, or for a sandbox of it. */
export function templateRequest(template: PlatformTemplate): TemplateRequest {
  if (isTemplate(template)) return template.toRequest()
  return { templateDefinition: template.toJSON(), templateBuildEnvs: undefined }
}
