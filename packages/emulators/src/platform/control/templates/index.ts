export type { TemplateAnswer, TemplateChoice, TemplateStatus } from './template-answer.js'
export {
  type ChoiceOptions,
  TemplateBuilds,
  type TemplateBuildsParts,
  type TemplateRequest,
} from './template-builds.js'
export type { TemplateImage } from './template-image.js'
export { type TemplateExchange, type TemplateRoute, templateRoutes } from './template-routes.js'
export type { TemplateResources } from './template-step.js'
