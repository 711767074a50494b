export { BaseSandbox } from './base-sandbox.js'
export type { SandboxOptions } from './base-sandbox-options.js'
export { supportsComputer, supportsNetworking } from './capabilities.js'
export {
  assertModesUnsupported,
  MAX_SANDBOX_FILE_MODE,
  MIN_SANDBOX_FILE_MODE,
  validateSandboxFileMode,
} from './file-inputs.js'
export { resolveInstructions } from '../filesystem/resolve-instructions.js'
export * from './local/index.js'
