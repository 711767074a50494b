export { clientOptionShape } from './client-option-shape.js'
export { PlatformApiError } from './platform-api-error.js'
export {
  PlatformClient,
  type PlatformCall,
  type PlatformClientConfig,
  type PlatformConnection,
} from './platform-client.js'
export type { PlatformClientOptions } from './platform-client-options.js'
export { resolveConnectionLate } from './resolve-connection.js'
export { type PlatformUrlPrefix } from './project-path.js'
