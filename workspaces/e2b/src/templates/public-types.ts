export type { BuildLogEntry, NodeSource } from '@caisson/kit/templates'
export type { MountableTemplate } from './mountable/create-default-mountable-template.js'
export type { MountableTemplateOptions } from './mountable/mountable-options.js'
export type {
  DeferredNamedTemplateSpec,
  NamedTemplateSpec,
  PreparedTemplate,
  TemplateDefinition,
  TemplateMaker,
  TemplateResolveContext,
  TemplateResources,
  TemplateSpec,
  TemplateSpec as E2BTemplate,
} from './template-spec.js'
