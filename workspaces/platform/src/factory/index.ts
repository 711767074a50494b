export type {
  PlatformFactorySandboxOptions,
  PlatformFactorySandboxSettings,
} from './platform-factory-sandbox-options.js'
export { PlatformFactorySandbox } from './platform-factory-sandbox.js'
