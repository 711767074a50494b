export type {
  PlatformTemplate,
  PlatformTemplateContext,
  PlatformTemplateResolver,
  PlatformTemplateSpec,
} from './platform-template.js'
export { readTemplate } from './read-template.js'
export type { TemplateBuildOptions, TemplateBuildStatus } from './template-build-options.js'
export type { TemplateArgument, TemplateDefinition, TemplateMethod, TemplateOperation } from './template-definition.js'
export { templateHash } from './template-hash.js'
export type {
  AptInstallOptions,
  NpmInstallOptions,
  PipInstallOptions,
  TemplateEnvsOptions,
} from './template-options.js'
export { isTemplate, templateRequest, type TemplateRequest } from './template-request.js'
export { Template } from './template.js'
export { createRepoTemplate } from './create-repo-template.js'
export type { RepoTemplateOptions } from './repo-template-options.js'
