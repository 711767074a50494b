export { bundleEnvd, envdProgram } from './envd-program.js'
export type { EnvdSettings } from './settings.js'
export { startEnvd } from './start-envd.js'
