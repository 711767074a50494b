export { answerFacts } from './answer-facts.js'
export { clientOptionShape } from './client-option-shape.js'
export type { OptionShape } from './option-shape.js'
export { PlatformApiError } from './platform-api-error.js'
export {
  PlatformClient,
  type PlatformCall,
  type PlatformClientConfig,
  type PlatformConnection,
} from './platform-client.js'
export type { PlatformClientOptions } from './platform-client-options.js'
export { resolveConnectionLate, type LateConnection } from './resolve-connection.js'
export { projectPath, type PlatformUrlPrefix } from './project-path.js'
