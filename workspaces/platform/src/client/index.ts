export { answerFacts } from './answer-facts.js'
export { PlatformApiError } from './platform-api-error.js'
export {
  PlatformClient,
  type PlatformCall,
  type PlatformClientConfig,
  type PlatformConnection,
} from './platform-client.js'
export { projectPath, type PlatformUrlPrefix } from './project-path.js'
