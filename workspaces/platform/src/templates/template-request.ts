import type { PlatformTemplate } from './platform-template.js'
import { isTemplate } from './read-template.js'
import { TemplateBuilder } from './template-builder.js'
import type { TemplateDefinition } from './template-definition.js'

/** How a template goes into the body of a request. */
export interface TemplateRequest {
  readonly templateDefinition: TemplateDefinition
  /** Secrets, perhaps: never log them. `undefined` where there are none. */
  readonly templateBuildEnvs: Readonly<Record<string, string>> | undefined
}

/** Members of the body of a request that asks for a template, or for a sandbox of it. */
export function templateRequest(template: PlatformTemplate): TemplateRequest {
  const buildEnvs = isTemplate(template) ? TemplateBuilder.buildEnvsOf(template) : {}
  const isEmpty = Object.keys(buildEnvs).length === 0
  return { templateDefinition: template.toJSON(), templateBuildEnvs: isEmpty ? undefined : buildEnvs }
}
