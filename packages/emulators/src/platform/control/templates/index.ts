export type { TemplateAnswer, TemplateChoice } from './template-answer.js'
export { type ChoiceOptions, TemplateBuilds, type TemplateBuildsParts } from './template-builds.js'
export type { TemplateImage } from './template-image.js'
export { templateRoutes } from './template-routes.js'
