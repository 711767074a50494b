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
