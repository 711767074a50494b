export type { IsolationBackend } from './isolation/isolation-backend.js'
export type { NativeSandboxConfig } from './isolation/native-sandbox-config.js'
export {
  detectIsolation,
  getRecommendedIsolation,
  isIsolationAvailable,
  type IsolationDetection,
} from './isolation/detect-isolation.js'
export type { LocalMachine } from './local-machine.js'
export type { LocalSandboxOptions } from './local-sandbox-options.js'
export { LocalSandbox } from './local-sandbox.js'
