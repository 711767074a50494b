export type { E2BFactorySandboxOptions, E2BFactorySandboxSettings } from './e2b-factory-sandbox-options.js'
export { E2BFactorySandbox } from './e2b-factory-sandbox.js'
export type { E2BSessionSandboxContext, E2BSessionSandboxOptions } from './e2b-session-sandbox-options.js'
export { e2bSessionSandbox } from './e2b-session-sandbox.js'
