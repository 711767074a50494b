export { E2BProcessManager } from './driver/e2b-process-manager.js'
export { E2BSandbox } from './e2b-sandbox.js'
export type { E2BSandboxOptions, E2BTemplate, E2BTemplate as TemplateSpec } from './options/index.js'
export { e2bSandboxProvider } from './provider.js'
